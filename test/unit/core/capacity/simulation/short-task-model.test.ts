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
const warm: FunctionSetting = { mebibytes: 10_240, architecture: "arm64", isWarm: true, functions: 3 };
const cold: FunctionSetting = { ...warm, isWarm: false };
const small: FunctionSetting = { ...warm, mebibytes: 3008 };
const alone: FunctionSetting = { ...warm, functions: 1 };
const whole = (seconds: number): string => seconds.toFixed(0);

const tasks = [30, 90].flatMap((seconds) =>
  (["standard", "fast", "ultraFast"] as const).map(
    (speed): ShortTask => ({ seconds, speed, engine: "whisper" }),
  ),
);

describe("the model of short tasks", () => {
  test.each(tasks)("has the times of the operator's guide for $seconds s, $speed", (task) => {
    const transcribed = (["synchronous", "job"] as const).map((engine): ShortTask => ({ ...task, engine }));
    const times = [
      ...[warm, cold, alone, small].map((setting) => shortTaskSeconds(task, setting)),
      containerTaskSeconds(task),
      ...transcribed.flatMap((one) => [warm, cold].map((setting) => shortTaskSeconds(one, setting))),
    ];
    expect(guide).toContain(`| ${task.seconds} s, ${task.speed} | ${times.map(whole).join(" | ")} |`);
  });

  test.each(tasks)("has the costs of the operator's guide for $seconds s, $speed", (task) => {
    const costs = [
      shortTaskCost(task, warm),
      shortTaskCost(task, cold),
      shortTaskCost(task, alone),
      shortTaskCost(task, { ...warm, architecture: "x86_64" }),
      containerTaskCost(task, false),
      containerTaskCost(task, true),
    ];
    const row = costs.map((usd) => usd.toFixed(4)).join(" | ");
    expect(guide).toContain(`| ${task.seconds} s, ${task.speed} | ${row} |`);
  });

  test("meets the target of the guide for 30 s at every speed, where functions share the work", () => {
    for (const task of tasks.filter(({ seconds }) => seconds === 30)) {
      for (const engine of ["whisper", "synchronous"] as const) {
        expect(shortTaskSeconds({ ...task, engine }, warm)).toBeLessThan(25);
        expect(shortTaskSeconds({ ...task, engine }, cold)).toBeLessThan(40);
      }
    }
  });

  test("takes no longer with more functions, and costs more for each", () => {
    const task: ShortTask = { seconds: 90, speed: "standard", engine: "whisper" };
    const settings = [1, 2, 3, 4, 8].map((functions) => ({ ...warm, functions }));
    const seconds = settings.map((setting) => shortTaskSeconds(task, setting));
    const costs = settings.map((setting) => shortTaskCost(task, setting));
    expect(seconds).toEqual([...seconds].sort((one, other) => other - one));
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    // One function is enough for little work, whatever is allowed.
    const short: ShortTask = { ...task, seconds: 10 };
    expect(shortTaskSeconds(short, warm)).toBe(shortTaskSeconds(short, alone));
  });

  test("costs less with warm functions than with containers on demand, for every video that is short", () => {
    for (const task of tasks) expect(shortTaskCost(task, warm)).toBeLessThan(containerTaskCost(task, false));
  });
});
