import { expect, test } from "@jest/globals";
import { identityOf, isSameProcess, parseProcStat } from "../../../../local/processes/process-identity.ts";

test("parseProcStat reads state and start time of a process whose name contains parentheses", () => {
  const after = "S 1 100 100 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 0";
  expect(parseProcStat(`42 (a) (b c) ${after}`)).toEqual({ state: "S", startTicks: "987654" });
});

test("isSameProcess compares the start time", () => {
  const own = identityOf(process.pid);
  expect(own && isSameProcess(own)).toBe(true);
  expect(isSameProcess({ pid: process.pid, startTime: "another" })).toBe(false);
  expect(identityOf(2 ** 22 + 1)).toBeNull();
});
