/** The operator's settings for segmented rendering. */
export interface SegmentSettings {
  /** Number of segments that are rendered concurrently. */
  parallel: number;
  /**
   * Duration of a segment at 1920 × 1080 pixels and 30 frames per second; scaled by the pixels per second of other
   * videos.
   */
  segmentSeconds: number;
}

/** Of a deployment in AWS that does not choose another. */
export const defaultSegmentSeconds = 180;

/** Less than the concurrency limit of an inline Map (40), and few enough for the event history of an execution. */
export const maxSegments = 39;
