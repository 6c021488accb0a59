import { join } from "node:path";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { type RenderJob, type RenderResult, renderJobSchema } from "../../core/render-plan/render-job.ts";
import { segmentsShare } from "../../core/render-plan/segments.ts";
import { outputExtensionOf, outputModeOf } from "../../core/settings/output-mode.ts";
import { segmentKey } from "../../core/storage/keys.ts";
import type { FrameRange } from "../../core/time/frame-range.ts";
import { joinSegments } from "./join-segments.ts";
import {
  contentTypes,
  downloadDub,
  downloadInputs,
  publishVideo,
  type RenderTaskDeps,
} from "./render-task.ts";
import { renderVideo } from "./render-video.ts";

export interface SegmentTaskDeps extends RenderTaskDeps {
  exists: (key: string) => Promise<boolean>;
  /** Reports the completed part of one segment, 0 to 1. `segments` are all segments of the video. */
  reportSegmentProgress: (segments: readonly FrameRange[], index: number, done: number) => void;
}

const segmentOf = ({ segments }: RenderJob, index: number): FrameRange => {
  const segment = segments[index];
  if (!segment) throw new Error(`The job has ${segments.length} segments, not one of index ${index}`);
  return segment;
};

/**
 * Renders one segment of a video and uploads it for the join. Does nothing if the segment exists: an earlier attempt
 * stopped after the upload, before it could report.
 *
 * @throws NamedError AudioSourceRequiresTransparent, BrollUnavailable, FontNotFound, MediaUnreadable, RenderFailed,
 *   RenderTimedOut, VideoUnavailable
 */
export const renderSegmentTask = (
  jobKey: string,
  index: number,
  deps: SegmentTaskDeps,
  signal: AbortSignal,
): Promise<{ segment: number }> =>
  withScratchFolder("segment", async (folder) => {
    const job = renderJobSchema.parse(await deps.readJob(jobKey));
    const segment = segmentOf(job, index);
    const extension = outputExtensionOf(job.exportSettings);
    const key = segmentKey(job.taskId, index, extension);
    if (!(await deps.exists(key))) {
      const outputPath = join(folder, `segment.${extension}`);
      const { sourcePath, brolls } = await downloadInputs(job, folder, deps, signal, segment);
      const callbacks = {
        signal,
        onProgress: (done: number) => deps.reportSegmentProgress(job.segments, index, done * 0.98),
      };
      await renderVideo({ ...job, brolls, dub: undefined }, sourcePath, outputPath, callbacks, segment);
      await deps.upload(key, outputPath, contentTypes[extension], signal);
    }
    deps.reportSegmentProgress(job.segments, index, 1);
    return { segment: index };
  });

/**
 * Joins the segments of a video, adds the audio and uploads the video. Can be repeated while the segments exist.
 *
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut, VideoUnavailable
 */
export const joinTask = (jobKey: string, deps: SegmentTaskDeps, signal: AbortSignal): Promise<RenderResult> =>
  withScratchFolder("join", async (folder) => {
    const job = renderJobSchema.parse(await deps.readJob(jobKey));
    const extension = outputExtensionOf(job.exportSettings);
    const sourcePath = join(folder, "source");
    const outputPath = join(folder, `captioned.${extension}`);
    const segments = job.segments.map((segment, index) => ({
      ...segment,
      path: join(folder, `segment-${index}.${extension}`),
    }));
    // Only the audio of the source is needed, which overlays do not have.
    if (outputModeOf(job.exportSettings) === "composited" && job.media.audio)
      await deps.download(job.sourceKey, sourcePath, signal);
    for (const [index, { path }] of segments.entries()) {
      const key = segmentKey(job.taskId, index, extension);
      if (!(await deps.exists(key))) throw new Error(`Segment ${index} is not in the bucket`);
      await deps.download(key, path, signal);
    }
    const dub = await downloadDub(job, folder, deps, signal);
    const video = await joinSegments({ ...job, brolls: [], dub }, segments, sourcePath, outputPath, {
      signal,
      onProgress: (done) => deps.reportProgress(segmentsShare + done * 0.03),
    });
    return publishVideo(job, video, outputPath, deps, signal);
  });
