import {
  functionDiskMebibytes,
  functionMemory,
  functionParallelism,
  functionsForWork,
  renderCpuSeconds,
  speechCpuSeconds,
  vcpusOfFunction,
} from "../short-tasks.ts";
import { workMinutes } from "../work.ts";
import { awsPrices, containerSizes, secondPrice } from "./minute-cost.ts";

/**
 * The model of docs/operators/short-tasks.md: how long a captioning task of 1080p video at 30 frames per second takes from its
 * creation to `completed`, with autoApprove, and what its two workers cost.
 */
export interface ShortTask {
  /** Of the video. */
  seconds: number;
  speed: keyof (typeof renderCpuSeconds)["h264"];
  /** Whisper, or Amazon Transcribe in one request or by a job. */
  engine: "whisper" | "synchronous" | "job";
}

export interface FunctionSetting {
  /** As `-c shortTaskMemory`. */
  mebibytes: number;
  architecture: keyof typeof awsPrices.functionGigabyteSecond;
  /** Whether the environments of all functions exist already. */
  isWarm: boolean;
  /** Maximum number of functions that render one video. */
  functions: number;
}

/** CPU seconds until code, and the recognizer's model, are loaded. Measured; source of the renderer's: decision 0158. */
const loadCpuSeconds = { speech: 1.3, render: 0.8 } as const;
/** Megabytes of the image that a worker reads: libraries, programs, model, fonts. Measured. */
const readMegabytes = { speech: 420, render: 180 } as const;
/**
 * Seconds of a cold start before the first line of code, and megabytes of an image per second that Lambda reads from the cache of its
 * zone. Assumed, in the range of published measurements (docs/operators/short-tasks.md).
 */
const coldStart = { seconds: 1, megabytesPerSecond: 100 } as const;

/** Megabytes of the source per second of video, and per second between a function and the bucket. Assumed. */
const sourceMegabytes = 1;
const transferMegabytesPerSecond = 60;

/** Step handlers and transitions between them, and their cold starts. Assumed: 15 transitions of 0.1 s, six functions of 0.2 s. */
const workflowSeconds = { warm: 2.7, cold: 6 } as const;
/** The shortest job of Amazon Transcribe, and its duration per second of audio. Assumed. */
const jobSeconds = { shortest: 12, perSecond: workMinutes.transcribe } as const;
/** A request of TranscribeAudio, and its duration per second of audio. Assumed. */
const requestSeconds = { shortest: 2, perSecond: 0.1 } as const;
/** Identification of the language before a request, CPU seconds per second of audio. Measured: docs/operators/short-tasks.md. */
const identifyCpuSeconds = 0.05;
/** Extraction of audio, CPU seconds per second of media. */
const extractCpuSeconds = workMinutes.extract;

/** Decoding before the first frame of a segment, CPU seconds, where key frames are eight seconds apart. Measured: docs/performance.md. */
const seekCpuSeconds = 1.5;
/** Joining and checking, CPU seconds, and per second of video. Measured: docs/performance.md. */
const joinCpuSeconds = { start: 0.1, perSecond: 0.005 } as const;
/** Transitions between the last segment and the join, and their function's reports. Assumed: 4 transitions of 0.1 s. */
const joinWorkflowSeconds = 0.4;

/** CPU seconds of the speech function per second of audio. */
const speechWork: Record<ShortTask["engine"], number> = {
  whisper: speechCpuSeconds,
  synchronous: extractCpuSeconds + identifyCpuSeconds,
  job: extractCpuSeconds,
};

type ModeledWorker = keyof typeof loadCpuSeconds;

interface FunctionWork {
  worker: ModeledWorker;
  cpuSeconds: number;
  /** Seconds of video whose files are transferred. */
  transferredSeconds: number;
  /** Whether its environment exists. */
  isWarm: boolean;
}

const transferSeconds = (videoSeconds: number): number =>
  (videoSeconds * sourceMegabytes) / transferMegabytesPerSecond;

const workSeconds = (
  { worker, cpuSeconds, transferredSeconds, isWarm }: FunctionWork,
  { mebibytes }: FunctionSetting,
): number => {
  const vcpus = vcpusOfFunction(functionMemory(mebibytes)[worker]);
  const load = loadCpuSeconds[worker] / Math.min(1, vcpus);
  const start = isWarm ? 0 : coldStart.seconds + readMegabytes[worker] / coldStart.megabytesPerSecond;
  return start + load + transferSeconds(transferredSeconds) + cpuSeconds / (vcpus * functionParallelism);
};

/** Seconds of each function of a task. */
interface FunctionSeconds {
  speech: number;
  /** Of each of the functions that render. */
  render: number;
  renderers: number;
  /** 0: one function renders the whole video. */
  join: number;
}

const functionSeconds = (task: ShortTask, setting: FunctionSetting): FunctionSeconds => {
  const { seconds } = task;
  const { isWarm } = setting;
  const renderCpu = renderCpuSeconds.h264[task.speed] * seconds;
  const renderers = functionsForWork(renderCpu, setting.functions);
  const isDivided = renderers > 1;
  const speechCpu = speechWork[task.engine] * seconds;
  const renderPart = renderCpu / renderers + (isDivided ? seekCpuSeconds : 0);
  // A renderer downloads the source and uploads its part.
  const rendered = seconds + seconds / renderers;
  const joinCpu = joinCpuSeconds.start + joinCpuSeconds.perSecond * seconds;
  const of = (worker: ModeledWorker, cpuSeconds: number, transferredSeconds: number, warm = isWarm): number =>
    workSeconds({ worker, cpuSeconds, transferredSeconds, isWarm: warm }, setting);
  return {
    speech: of("speech", speechCpu, seconds),
    render: of("render", renderPart, rendered),
    renderers,
    // In an environment of a renderer. It downloads source and parts, and uploads the output.
    join: isDivided ? of("render", joinCpu, 3 * seconds, true) : 0,
  };
};

const transcribeSeconds = ({ engine, seconds }: ShortTask): number => {
  if (engine === "whisper") return 0;
  return engine === "job"
    ? Math.max(jobSeconds.shortest, jobSeconds.perSecond * seconds)
    : requestSeconds.shortest + requestSeconds.perSecond * seconds;
};

/** Returns the seconds from the creation of a task to its end, when functions do its work. */
export const shortTaskSeconds = (task: ShortTask, setting: FunctionSetting): number => {
  const { speech, render, join } = functionSeconds(task, setting);
  const workflow = workflowSeconds[setting.isWarm ? "warm" : "cold"] + (join > 0 ? joinWorkflowSeconds : 0);
  return workflow + speech + transcribeSeconds(task) + render + join;
};

const functionSecondPrice = (mebibytes: number, architecture: FunctionSetting["architecture"]): number =>
  (mebibytes / 1024) * awsPrices.functionGigabyteSecond[architecture] +
  ((functionDiskMebibytes - 512) / 1024) * awsPrices.functionDiskGigabyteSecond;

/** Returns what the functions of a task cost, in USD, without Amazon Transcribe. */
export const shortTaskCost = (task: ShortTask, setting: FunctionSetting): number => {
  const { speech, render, renderers, join } = functionSeconds(task, setting);
  const memory = functionMemory(setting.mebibytes);
  const priceOf = (worker: ModeledWorker): number =>
    functionSecondPrice(memory[worker], setting.architecture);
  return speech * priceOf("speech") + (render * renderers + join) * priceOf("render");
};

/** Seconds of the same work in containers. Each starts first; a container has four vCPUs, and one to extract audio. */
const containerSeconds = (task: ShortTask) => {
  const { seconds } = task;
  const start = 60 * workMinutes.start;
  const render = renderCpuSeconds.h264[task.speed];
  const cpu = task.engine === "whisper" ? speechCpuSeconds / containerSizes.speech.vcpus : extractCpuSeconds;
  return {
    speech: start + transferSeconds(seconds) + (seconds * cpu) / functionParallelism,
    render:
      start +
      transferSeconds(2 * seconds) +
      (seconds * render) / (containerSizes.render.vcpus * functionParallelism),
  };
};

/** Returns the seconds from the creation of a task to its end, when containers do its work. */
export const containerTaskSeconds = (task: ShortTask): number => {
  const { speech, render } = containerSeconds(task);
  return workflowSeconds.warm + speech + transcribeSeconds(task) + render;
};

/** Returns what the containers of a task cost, in USD, without Amazon Transcribe. */
export const containerTaskCost = (task: ShortTask, spot: boolean): number => {
  const seconds = containerSeconds(task);
  const speech = task.engine === "whisper" ? containerSizes.speech : containerSizes.extract;
  const { render } = containerSizes;
  return (
    seconds.speech * secondPrice(speech.vcpus, speech.gigabytes, speech.disk, { spot }) +
    seconds.render * secondPrice(render.vcpus, render.gigabytes, render.disk, { spot })
  );
};
