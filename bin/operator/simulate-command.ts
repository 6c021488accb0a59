import { NamedError } from "../../core/errors.ts";
import { costLines, type Scenario, simulateScenario } from "../simulation/scenario.ts";
import { type Command, type Outcome, outcome, positiveNumber, table, text, type Values } from "./command.ts";
import { quotaOptions } from "./quotas-command.ts";

const defaults = {
  "tasks-per-day": 1000,
  minutes: 2,
  peak: 5,
  vcpus: null,
  "transcribe-jobs": 250,
  "run-tasks": 20,
  seed: 1,
} as const;

const numberOf = (values: Values, name: keyof typeof defaults): number =>
  positiveNumber(values, name, defaults[name] ?? Number.POSITIVE_INFINITY);

/** Throws NamedError ValidationFailed. */
const shareOf = (percent: string): number => {
  const value = Number(percent);
  if (value >= 0 && value <= 100) return value / 100;
  throw new NamedError("ValidationFailed", "--whisper must be a number from 0 to 100.");
};

const scenarioOf = (values: Values): Scenario => ({
  tasksPerDay: numberOf(values, "tasks-per-day"),
  minutes: numberOf(values, "minutes"),
  peakFactor: numberOf(values, "peak"),
  whisperShare: shareOf(text(values, "whisper") ?? "20"),
  vcpus: numberOf(values, "vcpus"),
  transcribeJobs: numberOf(values, "transcribe-jobs"),
  runTasks: numberOf(values, "run-tasks"),
  seed: numberOf(values, "seed"),
});

const simulate = (values: Values): Outcome => {
  const scenario = scenarioOf(values);
  const { result, breaking } = simulateScenario(scenario);
  const { intervals: _, ...figures } = result;
  const lines = [
    `${result.created} tasks: ${result.completed} completed, ${result.failed} failed as CapacityUnavailable.`,
    `Minutes from creation to completion: ${result.median.toFixed(1)} median, ${result.percentile95.toFixed(1)} 95th percentile.`,
    `${result.fallbacks} transcriptions used Whisper because all jobs of Amazon Transcribe were in use.`,
    "",
    "Quotas in the order in which a growing load reaches them, if no task waits:",
    ...table(breaking),
    "",
    ...costLines(scenario.minutes),
  ];
  return outcome({ ...figures, breaking }, lines);
};

export const simulateCommands: readonly Command[] = [
  {
    name: "simulate",
    about: "simulate a day of captioning tasks against the quotas of an AWS account",
    options: {
      "tasks-per-day": {
        value: "N",
        about: `captioning tasks per day (default: ${defaults["tasks-per-day"]})`,
      },
      minutes: quotaOptions.minutes,
      peak: quotaOptions.peak,
      whisper: {
        value: "PERCENT",
        about: "percentage of tasks that are transcribed by Whisper (default: 20)",
      },
      vcpus: { value: "N", about: "vCPUs of all containers, as in -c fargateVcpus (default: no limit)" },
      "transcribe-jobs": {
        value: "N",
        about: `concurrent jobs of Amazon Transcribe (default: ${defaults["transcribe-jobs"]})`,
      },
      "run-tasks": { value: "N", about: `RunTask calls per second (default: ${defaults["run-tasks"]})` },
      seed: { value: "N", about: `random seed for the arrival times (default: ${defaults.seed})` },
    },
    compute: simulate,
    run: async (values) => simulate(values),
  },
];
