import type { OutputPlan } from "../render-plan/output-plan.ts";
import type { MediaInfo } from "../videos/media-info.ts";

/**
 * CPU seconds of the renderer per second of 1080p video at 30 frames per second, by codec and speed. Source: the largest medians of
 * docs/performance.md; overlays by their frames per CPU second.
 */
export const renderCpuSeconds: Record<OutputPlan["codec"], Record<OutputPlan["speed"], number>> = {
  h264: { standard: 3.2, fast: 1.85, ultraFast: 1.15 },
  prores4444: { standard: 0.95, fast: 0.95, ultraFast: 0.95 },
  vp9: { standard: 0.6, fast: 0.56, ultraFast: 0.51 },
};

/** Bytes of a second of 1080p video at 30 frames per second: more than the encoders write (ProRes 4444: 330 Mbit/s). */
const outputBytes: Record<OutputPlan["codec"], number> = {
  h264: 3_000_000,
  prores4444: 41_250_000,
  vp9: 2_000_000,
};

/** An output is written, verified and, where frames are copied, joined from a second file. */
const filesOfOutput = 2;

/** CPU seconds of the recognizer per second of audio with the default model. Source: docs/speech.md. */
export const speechCpuSeconds = 0.31;

const referencePixels = 1920 * 1080;
const referenceFps = 30;

/** Memory with the power of one vCPU. Source: AWS Lambda Developer Guide, "Configure Lambda function memory". */
const mebibytesPerVcpu = 1769;
/** Source: AWS Lambda Developer Guide, "Lambda quotas". New accounts may use 3,008 MB. */
export const functionMebibytes = { min: 1769, newAccount: 3008, max: 10_240 } as const;
/** The largest disk of a function, without a reserve for fonts, logs and what the file system needs. */
export const functionDiskMebibytes = 10_240;
const usableDiskBytes = 9.5e9;

/** As many as the container has: more do not make the recognizer faster. */
const speechMebibytes = 4 * mebibytesPerVcpu;

/** Memory of each worker that runs as a function, by the operator's setting. */
export const functionMemory = (mebibytes: number) => ({
  render: mebibytes,
  speech: Math.min(mebibytes, speechMebibytes),
});

/** Share of the processors that the work uses: the stages of a render wait for each other. Measured on two and four cores. */
export const functionParallelism = 0.8;

/** vCPUs of a function. */
export const vcpusOfFunction = (mebibytes: number): number => mebibytes / mebibytesPerVcpu;

/** Time limit of a function that works for a task. What takes longer continues in a container. */
export const functionTimeoutSeconds = 300;

/** Part of that limit that the estimate may use: a start, the transfer of files, slower processors. */
const plannedShare = 0.75;

/** Default length of a video, counted as 1080p at 30 frames per second with the speed `standard`. */
export const defaultShortTaskSeconds = 90;

/**
 * Functions that render one video at once: by default, and at most. With four, 90 s of 1080p would cost a tenth more than in
 * containers on demand where every function starts cold (simulation/short-task-model.ts).
 */
export const renderFunctionCount = { default: 3, max: 8 } as const;

/**
 * CPU seconds that one function renders before others take a part: eight seconds with the default memory. Dividing takes two to six
 * more (simulation/short-task-model.ts), so that dividing less work saves little time for its price.
 */
const cpuSecondsPerFunction = 36;

/** Returns the number of functions that share this work; 1: one does all of it, and nothing is joined. */
export const functionsForWork = (cpuSeconds: number, maxFunctions: number): number =>
  Math.max(1, Math.min(maxFunctions, Math.ceil(cpuSeconds / cpuSecondsPerFunction)));

/** Functions of a render: those of its segments, and the one that joins them. */
const functionsOfRender = (segments: number): number => (segments > 1 ? segments + 1 : 1);

/** Seconds that the functions of a short task are in use, with the default memory and speed; 0: it is not short. */
export const shortTaskFunctionSeconds = (mediaSeconds: number): number => {
  if (mediaSeconds > defaultShortTaskSeconds) return 0;
  const renderCpu = mediaSeconds * renderCpuSeconds.h264.standard;
  const functions = 1 + functionsOfRender(functionsForWork(renderCpu, renderFunctionCount.default));
  const vcpus = vcpusOfFunction(functionMebibytes.max) * functionParallelism;
  return functions * startSeconds + (renderCpu + mediaSeconds * speechCpuSeconds) / vcpus;
};

/** Start and transfers of one function. */
const startSeconds = 5;

/** Returns the largest length that the operator may set with this memory. One function could render it: others only save time. */
export const maxShortTaskSeconds = (mebibytes: number): number =>
  Math.floor(
    (functionTimeoutSeconds * plannedShare * vcpusOfFunction(mebibytes) * functionParallelism) /
      renderCpuSeconds.h264.standard,
  );

const referenceSeconds = (pixels: number, frames: number): number =>
  (pixels * frames) / (referencePixels * referenceFps);

/** Returns the estimated CPU seconds of a render, an upper bound for most videos. */
export const estimatedRenderCpuSeconds = (plan: OutputPlan): number => {
  const output = plan.canvas.width * plan.canvas.height;
  // A larger source is decoded and scaled; a frame with a b-roll is decoded twice.
  const source = plan.mode === "composited" ? plan.source.width * plan.source.height : 0;
  const passes = plan.mode === "composited" && plan.brolls.length > 0 ? 2 : 1;
  const seconds = referenceSeconds(Math.max(output, source), plan.frameCount);
  return seconds * passes * renderCpuSeconds[plan.codec][plan.speed];
};

/** Returns the estimated bytes of the files of a render without b-rolls, an upper bound. */
export const estimatedRenderBytes = (
  plan: OutputPlan,
  { sizeBytes }: Pick<MediaInfo, "sizeBytes">,
): number => {
  const seconds = referenceSeconds(plan.canvas.width * plan.canvas.height, plan.frameCount);
  const source = plan.mode === "composited" ? sizeBytes : 0;
  return source + filesOfOutput * seconds * outputBytes[plan.codec];
};

/**
 * Whether functions may render a video: its work is at most that of `shortTaskSeconds` of 1080p at 30 frames per second with the
 * speed `standard`, and its files fit on the disk.
 *
 * @param shortTaskSeconds 0: functions render nothing
 * @param findsFaces whether faces are found first: no estimate is known for that
 */
export const isShortRender = (
  plan: OutputPlan,
  media: Pick<MediaInfo, "sizeBytes">,
  { shortTaskSeconds, findsFaces }: { shortTaskSeconds: number; findsFaces: boolean },
): boolean =>
  !findsFaces &&
  estimatedRenderCpuSeconds(plan) <= shortTaskSeconds * renderCpuSeconds.h264.standard &&
  estimatedRenderBytes(plan, media) <= usableDiskBytes;

/**
 * Returns the number of functions that render a short video, each a segment of equal length. 1: one renders it whole.
 *
 * @param copiedShare part of the frames that is copied where one function renders the whole video, 0 to 1; segments copy none
 */
export const renderFunctions = (plan: OutputPlan, copiedShare: number, maxFunctions: number): number => {
  const cpuSeconds = estimatedRenderCpuSeconds(plan);
  const alone = functionsForWork(cpuSeconds * (1 - copiedShare), maxFunctions);
  return alone === 1 ? 1 : functionsForWork(cpuSeconds, maxFunctions);
};

/** Whether a function may recognize speech, or extract the audio for another engine. Its disk holds the source. */
export const isShortSpeech = (
  { durationSeconds, sizeBytes }: Pick<MediaInfo, "durationSeconds" | "sizeBytes">,
  shortTaskSeconds: number,
): boolean => durationSeconds <= shortTaskSeconds && sizeBytes <= usableDiskBytes;
