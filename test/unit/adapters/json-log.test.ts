import { expect, test } from "@jest/globals";
import { errorFields, logLine } from "../../../adapters/json-log.ts";

test("a line is one JSON object, with its time, its level and its fields at the top", () => {
  const lines: string[] = [];
  logLine("error", "unexpected error", { taskId: "t-1", ...errorFields(new TypeError("broken")) }, (line) =>
    lines.push(line),
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: "ERROR",
    message: "unexpected error",
    taskId: "t-1",
    error: "TypeError",
    detail: "broken",
  });
});
