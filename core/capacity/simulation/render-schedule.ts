/** Times of a renderer, measured or from core/capacity/work.ts. */
export interface WorkerTimes {
  /** From RunTask to the first frame: container, download, layout. */
  startSeconds: number;
  /** Seconds of work per second of video. */
  perSecond: number;
  /** Of the container that joins the segments, without its start. */
  joinSeconds: number;
}

export interface RenderSchedule {
  /** From the start of the first renderer to the finished output. */
  seconds: number;
  /** Start and end of each segment, in seconds from the start of the first renderer, in the order of the segments. */
  segments: { worker: number; start: number; end: number }[];
  /** Seconds that containers run, all together: what is paid. */
  containerSeconds: number;
}

/**
 * Schedules the segments of one video on renderers that run at the same time: each segment, in order, on the renderer that
 * is free first, each in a container of its own, as the Map state of the captioning machine does. A single segment needs no
 * join.
 *
 * @param segmentSeconds duration of each segment of the output
 * @param workers renderers at the same time; as many as segments: all run at once
 */
export const scheduleSegments = (
  segmentSeconds: readonly number[],
  workers: number,
  { startSeconds, perSecond, joinSeconds }: WorkerTimes,
): RenderSchedule => {
  const freeAt: number[] = Array.from({ length: Math.min(workers, segmentSeconds.length) }, () => 0);
  const segments = segmentSeconds.map((duration) => {
    const start = Math.min(...freeAt);
    const worker = freeAt.indexOf(start);
    const end = start + startSeconds + duration * perSecond;
    freeAt[worker] = end;
    return { worker, start, end };
  });
  const join = segments.length > 1 ? startSeconds + joinSeconds : 0;
  return {
    seconds: Math.max(0, ...freeAt) + join,
    segments,
    containerSeconds: segments.reduce((sum, { start, end }) => sum + end - start, 0) + join,
  };
};
