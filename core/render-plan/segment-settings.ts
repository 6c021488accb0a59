/** How a video is divided; an operator's choice. */
export interface SegmentSettings {
  /** Segments that are rendered at the same time. */
  parallel: number;
  /** Length of a segment of a video of 1920 × 1080 pixels at 30 frames per second; others by their pixels per second. */
  segmentSeconds: number;
}

/** Below what an inline Map runs at once (40), and few enough for the history of an execution. */
export const maxSegments = 39;
