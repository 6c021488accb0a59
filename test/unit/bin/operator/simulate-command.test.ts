import { expect, test } from "@jest/globals";
import { checkedCommand, parseOperatorArguments } from "../../../../bin/operator/commands.ts";

const compute = (line: string) => {
  const given = parseOperatorArguments(line.split(" "));
  return checkedCommand(given).compute?.(given.values);
};

test("simulate prints a day without a service", () => {
  const simulated = compute("simulate --tasks-per-day 200 --vcpus 40 --whisper 0");
  expect(simulated?.value).toMatchObject({
    created: 222,
    completed: 222,
    breaking: [{ quota: "Fargate vCPUs" }, {}, {}, {}, {}, {}, {}, {}],
  });
  expect(simulated?.lines[0]).toBe("222 tasks: 222 completed, 0 failed as CapacityUnavailable.");
});

test("simulate prints the cost of functions for short videos only", () => {
  const costs = (minutes: number): string[] =>
    compute(`simulate --tasks-per-day 20 --minutes ${minutes}`)?.lines.filter((line) =>
      line.includes("functions on arm64"),
    ) ?? [];
  expect(costs(1.5)).toHaveLength(1);
  expect(costs(1.6)).toEqual([]);
});

test("simulate rejects a share that is no percentage", () => {
  expect(() => compute("simulate --whisper 200")).toThrow("--whisper must be a number from 0 to 100.");
});
