import { join } from "node:path";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { planOutput } from "../../core/render-plan/output-plan.ts";
import { type RenderJob, type RenderResult, renderJobSchema } from "../../core/render-plan/render-job.ts";
import { segmentPlan } from "../../core/render-plan/segments.ts";
import { outputExtensionOf, outputModeOf } from "../../core/settings/output-mode.ts";
import type { FrameRange } from "../../core/time/frame-range.ts";
import type { LocalBroll } from "./broll-feed.ts";
import { type RenderedVideo, type RenderVideoJob, renderVideo } from "./render-video.ts";
import { surveyTask } from "./survey-task.ts";
import { addFontsOfJob } from "./uploaded-fonts.ts";

export interface RenderTaskDeps {
  readJob: (jobKey: string) => Promise<unknown>;
  /** Throws NamedError VideoUnavailable when the object does not exist. */
  download: (key: string, path: string, signal: AbortSignal) => Promise<void>;
  /** Throws NamedError FontNotFound when the font has been deleted. */
  downloadFont: (key: string, path: string, signal: AbortSignal) => Promise<void>;
  /** Uploads a file; the object appears complete or not at all. */
  upload: (key: string, path: string, contentType: string, signal: AbortSignal) => Promise<void>;
  /** Reports the completed part of the task, 0 to 1. */
  reportProgress: (done: number) => void;
}

export const contentTypes = { mp4: "video/mp4", mov: "video/quicktime", webm: "video/webm" } as const;

/** Share of the task's time that is rendering; the rest is downloads and uploads. */
const renderingShare = 0.94;

/** Returns the indexes of the b-rolls that are visible. */
const visibleBrolls = (job: Omit<RenderJob, "dub">, segment: FrameRange | null): Set<number> => {
  const video = planOutput(job.media, job.exportSettings, job.cuts ?? null, job.brolls);
  const plan = segment ? segmentPlan(video, segment) : video;
  return new Set(plan.mode === "composited" ? plan.brolls.map(({ index }) => index) : []);
};

/** Downloads the visible clips, each once even if several ranges show it. */
export const downloadBrolls = async (
  job: Omit<RenderJob, "dub">,
  segment: FrameRange | null,
  folder: string,
  deps: Pick<RenderTaskDeps, "download">,
  signal: AbortSignal,
): Promise<LocalBroll[]> => {
  const visible = visibleBrolls(job, segment);
  const paths = new Map<string, string>();
  for (const [index, { key }] of job.brolls.entries()) {
    if (!visible.has(index) || paths.has(key)) continue;
    const path = join(folder, `broll-${paths.size}`);
    paths.set(key, path);
    await deps.download(key, path, signal);
  }
  return job.brolls.map((broll) => ({ ...broll, path: paths.get(broll.key) ?? "" }));
};

/** Downloads the audio that replaces that of the source. */
export const downloadDub = async (
  { dub }: RenderJob,
  folder: string,
  deps: RenderTaskDeps,
  signal: AbortSignal,
): Promise<RenderVideoJob["dub"]> => {
  if (!dub) return undefined;
  const path = join(folder, "dub.m4a");
  await deps.download(dub.key, path, signal);
  return { path, audio: dub.audio };
};

/** Downloads everything that a job, or one of its segments, needs. */
export const downloadInputs = async (
  job: RenderJob,
  folder: string,
  deps: RenderTaskDeps,
  signal: AbortSignal,
  segment: FrameRange | null = null,
): Promise<{ sourcePath: string; brolls: LocalBroll[] }> => {
  const sourcePath = join(folder, "source");
  // Overlays and green canvases need only the duration of the source, which is in the job.
  if (outputModeOf(job.exportSettings) === "composited")
    await deps.download(job.sourceKey, sourcePath, signal);
  const brolls = await downloadBrolls(job, segment, folder, deps, signal);
  await addFontsOfJob(job, folder, (key, path) => deps.downloadFont(key, path, signal));
  return { sourcePath, brolls };
};

/** Uploads a rendered video to its key. */
export const publishVideo = async (
  { outputKey, exportSettings, segments }: RenderJob,
  { durationSeconds, frames, width, height }: RenderedVideo,
  path: string,
  deps: RenderTaskDeps,
  signal: AbortSignal,
): Promise<RenderResult> => {
  await deps.upload(outputKey, path, contentTypes[outputExtensionOf(exportSettings)], signal);
  deps.reportProgress(1);
  return { outputKey, durationSeconds, frames, width, height, segments: segments.length };
};

/**
 * Executes a render job: downloads its input, renders and verifies the video on the local disk, and uploads it. Can be
 * repeated: the same job produces the same video.
 *
 * @throws NamedError AudioSourceRequiresTransparent, BrollUnavailable, FontNotFound, MediaUnreadable, RenderFailed,
 *   RenderTimedOut, VideoUnavailable
 */
export const renderTask = (
  jobKey: string,
  deps: RenderTaskDeps,
  signal: AbortSignal,
): Promise<RenderResult> =>
  withScratchFolder("render", async (folder) => {
    const job = renderJobSchema.parse(await deps.readJob(jobKey));
    const extension = outputExtensionOf(job.exportSettings);
    const outputPath = join(folder, `captioned.${extension}`);
    const { sourcePath, brolls } = await downloadInputs(job, folder, deps, signal);
    const dub = await downloadDub(job, folder, deps, signal);
    const start = 0.02;
    deps.reportProgress(start);
    const faces = await surveyTask(job, sourcePath, folder, deps, signal);
    const video = await renderVideo({ ...job, brolls, dub, ...faces }, sourcePath, outputPath, {
      signal,
      onProgress: (done) => deps.reportProgress(start + done * renderingShare),
      onCopyFailed: (reason) => logLine("warn", "frames were not copied", errorFields(reason)),
    });
    return publishVideo(job, video, outputPath, deps, signal);
  });
