import {
  defaultShortTaskSeconds,
  functionMebibytes,
  renderFunctionCount,
} from "../../core/capacity/short-tasks.ts";
import { type CostOptions, minuteCost, sumOfCost } from "../../core/capacity/simulation/minute-cost.ts";
import { breakingOrder, quantities } from "../../core/capacity/simulation/quantities.ts";
import { type FunctionSetting, shortTaskCost } from "../../core/capacity/simulation/short-task-model.ts";
import {
  type DayResult,
  type SimulatedDay,
  simulateLoad,
} from "../../core/capacity/simulation/simulate-load.ts";

export type Scenario = SimulatedDay;

/** A quota, as a row for people. */
export interface BreakingRow extends Record<string, string | number> {
  quota: string;
  value: number;
  use: number;
  "reached at tasks a day": number;
  remedy: string;
}

export const unlimited = {
  vcpus: Number.POSITIVE_INFINITY,
  transcribeJobs: Number.POSITIVE_INFINITY,
  runTasks: Number.POSITIVE_INFINITY,
} as const;

/** Returns the quotas in the order in which a load that never waits reaches them, for people. */
export const breakingRows = ({ peaks }: DayResult, tasksPerDay: number): BreakingRow[] =>
  breakingOrder(peaks, tasksPerDay).map(({ name, use, quota, tasksPerDay: reached }) => ({
    quota: quantities[name].about,
    value: quota,
    use: Number(use.toPrecision(3)),
    "reached at tasks a day": Number(reached.toPrecision(2)),
    remedy: quantities[name].remedy,
  }));

/** Simulates a day with its quotas, and the same day without any, for the demand. */
export const simulateScenario = (scenario: Scenario): { result: DayResult; breaking: BreakingRow[] } => {
  const demand = simulateLoad({ ...scenario, ...unlimited });
  return { result: simulateLoad(scenario), breaking: breakingRows(demand, scenario.tasksPerDay) };
};

const variants: readonly { label: string; options: Omit<CostOptions, "minutes"> }[] = [
  {
    label: "on demand, audio extracted with 4 vCPUs",
    options: { spot: false, engine: "transcribe", extractVcpus: 4 },
  },
  {
    label: "on demand, audio extracted with 1 vCPU",
    options: { spot: false, engine: "transcribe", extractVcpus: 1 },
  },
  { label: "Spot", options: { spot: true, engine: "transcribe", extractVcpus: 1 } },
  { label: "on demand, Whisper", options: { spot: false, engine: "whisper", extractVcpus: 1 } },
  {
    label: "Spot, arm64",
    options: { spot: true, engine: "transcribe", extractVcpus: 1, architecture: "arm64" },
  },
  { label: "Spot, Whisper", options: { spot: true, engine: "whisper", extractVcpus: 1 } },
];

const functions: FunctionSetting = {
  mebibytes: functionMebibytes.max,
  architecture: "arm64",
  isWarm: true,
  functions: renderFunctionCount.default,
};

/** The cost of short videos whose two workers are functions. */
const shortTaskRows = (minutes: number): { label: string; usd: number }[] => {
  const seconds = minutes * 60;
  if (seconds > defaultShortTaskSeconds) return [];
  const others = minuteCost({ minutes, spot: true, engine: "whisper", extractVcpus: 1 }).filter(
    ({ part }) => part !== "speech" && part !== "render",
  );
  const work = shortTaskCost({ seconds, speed: "standard", engine: "whisper" }, functions);
  return [{ label: "functions on arm64, import on Spot, Whisper", usd: sumOfCost(others) + work / minutes }];
};

/** Returns the cost of a minute of 1080p video in USD, per variant of the stack. */
export const costRows = (minutes: number): { label: string; usd: number }[] => [
  ...variants.map(({ label, options }) => ({ label, usd: sumOfCost(minuteCost({ ...options, minutes })) })),
  ...shortTaskRows(minutes),
];

export const costLines = (minutes: number): string[] => [
  `USD per minute of 1080p video, for videos of ${minutes} minutes:`,
  ...costRows(minutes).map(({ label, usd }) => `  ${usd.toFixed(4)}  ${label}`),
];
