import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  containerTaskCost,
  containerTaskSeconds,
  type FunctionSetting,
  type ShortTask,
  shortTaskCost,
  shortTaskSeconds,
} from "../../../../../core/capacity/simulation/short-task-model.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../../../docs/operators/short-tasks.md"), "utf8");
const warm: FunctionSetting = { mebibytes: 10_240, architecture: "arm64", isWarm: true };
const cold: FunctionSetting = { ...warm, isWarm: false };
const small: FunctionSetting = { ...warm, mebibytes: 3008 };
const whole = (seconds: number): string => seconds.toFixed(0);

const tasks = [30, 90].flatMap((seconds) =>
  (["standard", "fast", "ultraFast"] as const).map(
    (speed): ShortTask => ({ seconds, speed, engine: "whisper" }),
  ),
);

describe("the model of short tasks", () => {
  test.each(tasks)("has the times of the operator's guide for $seconds s, $speed", (task) => {
    const transcribed: ShortTask = { ...task, engine: "transcribe" };
    const times = [
      ...[warm, cold, small].map((setting) => shortTaskSeconds(task, setting)),
      containerTaskSeconds(task),
      ...[warm, cold].map((setting) => shortTaskSeconds(transcribed, setting)),
    ];
    expect(guide).toContain(`| ${task.seconds} s, ${task.speed} | ${times.map(whole).join(" | ")} |`);
  });

  test.each(tasks)("has the costs of the operator's guide for $seconds s, $speed", (task) => {
    const costs = [
      shortTaskCost(task, warm),
      shortTaskCost(task, cold),
      shortTaskCost(task, { ...warm, architecture: "x86_64" }),
      containerTaskCost(task, false),
      containerTaskCost(task, true),
    ];
    const row = costs.map((usd) => usd.toFixed(4)).join(" | ");
    expect(guide).toContain(`| ${task.seconds} s, ${task.speed} | ${row} |`);
  });

  test("costs less with functions than with containers on demand, for every video that is short", () => {
    for (const task of tasks) expect(shortTaskCost(task, cold)).toBeLessThan(containerTaskCost(task, false));
  });
});
