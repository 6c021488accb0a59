import { expect, test } from "@jest/globals";
import { exitCodeOf } from "../../../../local/processes/child.ts";

test("exitCodeOf returns exit codes as a shell does", () => {
  expect(exitCodeOf(3, null)).toBe(3);
  expect(exitCodeOf(null, "SIGKILL")).toBe(137);
  expect(exitCodeOf(null, "SIGTERM")).toBe(143);
});
