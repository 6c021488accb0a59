import {
  functionDiskMebibytes,
  functionMemory,
  functionParallelism,
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
  engine: "whisper" | "transcribe";
}

export interface FunctionSetting {
  /** As `-c shortTaskMemory`. */
  mebibytes: number;
  architecture: keyof typeof awsPrices.functionGigabyteSecond;
  /** Whether the environments of all functions exist already. */
  isWarm: boolean;
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
/** Extraction of audio, CPU seconds per second of media. */
const extractCpuSeconds = workMinutes.extract;

type ModeledWorker = keyof typeof loadCpuSeconds;

const workerSeconds = (
  worker: ModeledWorker,
  cpuSeconds: number,
  task: ShortTask,
  setting: FunctionSetting,
): number => {
  const vcpus = vcpusOfFunction(functionMemory(setting.mebibytes)[worker]);
  const transfer = (task.seconds * sourceMegabytes) / transferMegabytesPerSecond;
  const load = loadCpuSeconds[worker] / Math.min(1, vcpus);
  const start = setting.isWarm ? 0 : coldStart.seconds + readMegabytes[worker] / coldStart.megabytesPerSecond;
  return start + load + transfer + cpuSeconds / (vcpus * functionParallelism);
};

/** Returns the seconds of the functions of a task. */
const functionSeconds = (task: ShortTask, setting: FunctionSetting): Record<ModeledWorker, number> => {
  const perSecond = task.engine === "whisper" ? speechCpuSeconds : extractCpuSeconds;
  return {
    speech: workerSeconds("speech", perSecond * task.seconds, task, setting),
    render: workerSeconds("render", renderCpuSeconds.h264[task.speed] * task.seconds, task, setting),
  };
};

const transcribeSeconds = ({ engine, seconds }: ShortTask): number =>
  engine === "whisper" ? 0 : Math.max(jobSeconds.shortest, jobSeconds.perSecond * seconds);

/** Returns the seconds from the creation of a task to its end, when functions do its work. */
export const shortTaskSeconds = (task: ShortTask, setting: FunctionSetting): number => {
  const { speech, render } = functionSeconds(task, setting);
  return workflowSeconds[setting.isWarm ? "warm" : "cold"] + speech + transcribeSeconds(task) + render;
};

const functionSecondPrice = (mebibytes: number, architecture: FunctionSetting["architecture"]): number =>
  (mebibytes / 1024) * awsPrices.functionGigabyteSecond[architecture] +
  ((functionDiskMebibytes - 512) / 1024) * awsPrices.functionDiskGigabyteSecond;

/** Returns what the functions of a task cost, in USD, without a job of Amazon Transcribe. */
export const shortTaskCost = (task: ShortTask, setting: FunctionSetting): number => {
  const seconds = functionSeconds(task, setting);
  const memory = functionMemory(setting.mebibytes);
  const costOf = (worker: ModeledWorker): number =>
    seconds[worker] * functionSecondPrice(memory[worker], setting.architecture);
  return costOf("speech") + costOf("render");
};

/** Seconds of the same work in containers. Each starts first; a container has four vCPUs, and one to extract audio. */
const containerSeconds = (task: ShortTask) => {
  const start = 60 * workMinutes.start;
  const render = renderCpuSeconds.h264[task.speed];
  const cpu = task.engine === "whisper" ? speechCpuSeconds / containerSizes.speech.vcpus : extractCpuSeconds;
  return {
    speech: start + (task.seconds * cpu) / functionParallelism,
    render: start + (task.seconds * render) / (containerSizes.render.vcpus * functionParallelism),
  };
};

/** Returns the seconds from the creation of a task to its end, when containers do its work. */
export const containerTaskSeconds = (task: ShortTask): number => {
  const { speech, render } = containerSeconds(task);
  return workflowSeconds.warm + speech + transcribeSeconds(task) + render;
};

/** Returns what the containers of a task cost, in USD, without a job of Amazon Transcribe. */
export const containerTaskCost = (task: ShortTask, spot: boolean): number => {
  const seconds = containerSeconds(task);
  const speech = task.engine === "whisper" ? containerSizes.speech : containerSizes.extract;
  const { render } = containerSizes;
  return (
    seconds.speech * secondPrice(speech.vcpus, speech.gigabytes, speech.disk, { spot }) +
    seconds.render * secondPrice(render.vcpus, render.gigabytes, render.disk, { spot })
  );
};
