import { containerVcpus } from "./capacity.ts";
import { functionMebibytes, shortTaskFunctionSeconds } from "./short-tasks.ts";
import { invocationsPerTask, requestsPerTaskMinute, workMinutes } from "./work.ts";

/** The Fargate quota that AWS gives many new accounts, for Spot and for on-demand capacity each. */
export const newAccountVcpus = 6;

/** The load that quotas are computed for. */
export interface Load {
  tasksPerDay: number;
  /** Of one video. */
  minutes: number;
  /** The load of the busiest hour divided by the mean. */
  peakFactor: number;
  /** Renderers of one video at the same time. */
  renderParallel: number;
}

export interface Quota {
  service: string;
  name: string;
  /** Code of Service Quotas; null where the quota is raised by a support case. */
  code: string | null;
  /** The quota to request. */
  value: number;
  because: string;
}

const minutesPerDay = 1440;
const secondsPerDay = 86_400;
const reserve = 1.25;

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

/** Returns the quotas that a load needs at its peak, with a quarter in reserve. */
export const quotasFor = ({ tasksPerDay, minutes, peakFactor, renderParallel }: Load): Quota[] => {
  const peak = (tasksPerDay / minutesPerDay) * peakFactor;
  const vcpuMinutes =
    containerVcpus.render * (minutes * workMinutes.render + workMinutes.start) +
    containerVcpus.speech * (minutes * workMinutes.speech + workMinutes.start) +
    containerVcpus.import * (minutes * workMinutes.import + workMinutes.start);
  const atLeast = renderParallel * containerVcpus.render + containerVcpus.speech;
  const vcpus = roundUp(Math.max(atLeast, peak * vcpuMinutes * reserve), 8);
  const running = peak * (minutes * (workMinutes.render + workMinutes.speech) + 3 * workMinutes.start);
  const perSecond = (tasksPerDay / secondsPerDay) * peakFactor;
  const functionSeconds = shortTaskFunctionSeconds(minutes * 60);
  const concurrency =
    perSecond * (invocationsPerTask + functionSeconds) +
    (running * requestsPerTaskMinute * 0.1) / 60 +
    defaultDeliverers;
  const jobs = roundUp(Math.max(100, peak * Math.max(1, minutes / 4) * reserve), 50);
  const because = `${tasksPerDay} tasks a day of ${minutes} minutes, ${peakFactor} times as many at the peak`;
  return [
    {
      service: "fargate",
      name: "Fargate Spot vCPU resource count",
      code: "L-36FBB829",
      value: vcpus,
      because,
    },
    {
      service: "fargate",
      name: "Fargate On-Demand vCPU resource count",
      code: "L-3032A538",
      value: vcpus,
      because: "retries of interrupted Spot containers, and times without Spot capacity",
    },
    {
      service: "lambda",
      name: "Concurrent executions",
      code: "L-B99A9384",
      value: Math.max(1000, roundUp(concurrency * reserve, 100)),
      because: `${Math.ceil(concurrency)} at the peak; new accounts have 10`,
    },
    ...(functionSeconds > 0 ? [memoryOfFunctions] : []),
    {
      service: "transcribe",
      name: "Number of concurrent batch transcription jobs",
      code: null,
      value: jobs,
      because: "a job takes about a quarter of the duration of its audio",
    },
  ];
};

const memoryOfFunctions: Quota = {
  service: "lambda",
  name: "Function memory in MB",
  code: null,
  value: functionMebibytes.max,
  because: `functions for short tasks; new accounts have ${functionMebibytes.newAccount}, see -c shortTaskMemory`,
};

/** Concurrent deliverers of webhooks (lib/webhooks.ts). */
const defaultDeliverers = 5;
