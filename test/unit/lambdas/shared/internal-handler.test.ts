import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import * as z from "zod";
import { NamedError } from "../../../../core/errors.ts";
import { internalHandler } from "../../../../lambdas/shared/internal-handler.ts";

const parts = {
  name: "a-step",
  environment: z.object({ TABLE_NAME: z.string() }),
  input: z.object({ taskId: z.string() }),
  build: ({ TABLE_NAME }: { TABLE_NAME: string }) => ({ table: TABLE_NAME }),
  run: async ({ taskId }: { taskId: string }, { table }: { table: string }) => `${taskId} of ${table}`,
};
const variables = { TABLE_NAME: "records" };

describe("internalHandler", () => {
  let lines: unknown[] = [];
  beforeEach(() => {
    lines = [];
    jest.spyOn(process.stdout, "write").mockImplementation((line) => {
      lines.push(JSON.parse(String(line)));
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test("validates the input, and builds the dependencies once", async () => {
    const build = jest.fn(parts.build);
    const handler = internalHandler({ ...parts, build }, variables);
    expect(await handler({ taskId: "t1", more: true })).toBe("t1 of records");
    expect(await handler({ taskId: "t2" })).toBe("t2 of records");
    expect(build).toHaveBeenCalledTimes(1);
  });

  test("throws a named error under its name", async () => {
    const run = async () => {
      throw new NamedError("VideoUnavailable", "The video has expired.");
    };
    await expect(internalHandler({ ...parts, run }, variables)({ taskId: "t1" })).rejects.toMatchObject({
      name: "VideoUnavailable",
      message: "The video has expired.",
    });
    expect(lines).toMatchObject([{ level: "WARN", error: "VideoUnavailable" }]);
  });

  test.each([
    [
      "an unexpected error",
      { run: async () => Promise.reject(new TypeError("secret detail")) },
      { taskId: "t" },
    ],
    ["an input of another shape", {}, { videoId: "v" }],
  ])("logs %s in full and throws InternalError, which the state machines retry", async (_, change, event) => {
    await expect(internalHandler({ ...parts, ...change }, variables)(event)).rejects.toMatchObject({
      name: "InternalError",
      message: "a-step failed; the log has the reason.",
    });
    expect(lines).toMatchObject([{ level: "ERROR", message: "a-step failed" }]);
  });

  test("fails without its environment", async () => {
    await expect(internalHandler(parts, {})({ taskId: "t" })).rejects.toMatchObject({
      name: "InternalError",
    });
    expect(JSON.stringify(lines)).toContain("TABLE_NAME");
  });
});
