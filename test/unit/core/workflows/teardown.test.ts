import { expect, test } from "@jest/globals";
import { stopAllWork } from "../../../../core/workflows/teardown.ts";

/** Work of which each call finds the next numbers. */
const workOf = (rounds: readonly (readonly [executions: number, containers: number])[]) => {
  const calls: string[] = [];
  const next = (what: string, index: 0 | 1) => async () => {
    const round = calls.filter((call) => call === what).length;
    calls.push(what);
    return rounds[Math.min(round, rounds.length - 1)]?.[index] ?? 0;
  };
  return { calls, work: { stopExecutions: next("executions", 0), stopContainers: next("containers", 1) } };
};

test("stops executions before containers, until neither runs", async () => {
  const { calls, work } = workOf([
    [2, 3],
    [0, 1],
    [0, 0],
  ]);
  const pauses: number[] = [];
  await stopAllWork({ work, sleep: async (seconds) => pauses.push(seconds), secondsLeft: () => 900 });
  expect(calls).toEqual(["executions", "containers", "executions", "containers", "executions", "containers"]);
  expect(pauses).toEqual([10, 10]);
});

test("does not wait for a stack that runs nothing", async () => {
  const sleep = async () => expect("sleep").toBe("not called");
  const { work } = workOf([[0, 0]]);
  await stopAllWork({ work, sleep, secondsLeft: () => 900 });
});

test("fails before its time ends, with what still runs", async () => {
  const { work } = workOf([[0, 4]]);
  let left = 100;
  const sleep = async (seconds: number) => {
    left -= seconds;
  };
  await expect(stopAllWork({ work, sleep, secondsLeft: () => left })).rejects.toThrow(
    "0 executions and 4 containers have not ended yet. Delete the stack again.",
  );
  expect(left).toBeGreaterThanOrEqual(30);
});
