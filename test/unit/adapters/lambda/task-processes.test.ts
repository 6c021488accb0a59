import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { serveTasks } from "../../../../adapters/lambda/task-processes.ts";
import { type FakeRuntimeApi, startRuntimeApi } from "../../../fakes/runtime-api.ts";

/** Appends its task, its folder and what that contains to a file, then ends as the task says. */
const program = `
  const { appendFileSync, readdirSync, writeFileSync } = require("node:fs");
  const { spawn } = require("node:child_process");
  process.stdin.once("data", (line) => {
    const { arguments: [how], environment } = JSON.parse(line);
    const folder = process.env.TMPDIR;
    const child = how === "hang" ? spawn("sleep", ["60"]).pid : null;
    appendFileSync(environment.TASK_INPUT, JSON.stringify({ how, folder, files: readdirSync(folder), child }) + "\\n");
    writeFileSync(folder + "/left", "");
    if (how === "crash") process.kill(process.pid, "SIGKILL");
    if (how !== "hang") process.exit(how === "fail" ? 1 : 0);
  });`;
const command = [process.execPath, "-e", program];

let folder: string;
let api: FakeRuntimeApi;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-function-"));
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const serve = async (tasks: readonly string[], seconds?: number): Promise<void> => {
  const events = tasks.map((how) => ({
    arguments: [how],
    environment: { TASK_INPUT: join(folder, "log") },
  }));
  api = await startRuntimeApi(events, seconds);
  await serveTasks(command, api.address, folder);
};

interface Report {
  how: string;
  folder: string;
  files: string[];
  child: number | null;
}
const reports = (): Report[] =>
  readFileSync(join(folder, "log"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Report);

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

describe("a function that runs tasks", () => {
  test("runs each in a new process with an empty folder, and removes what an earlier environment left", async () => {
    mkdirSync(join(folder, "task-of-a-killed-environment"));
    await expect(serve(["one", "two"])).rejects.toThrow();
    expect(api.answers).toEqual([
      ["i-0/response", {}],
      ["i-1/response", {}],
    ]);
    const [first, second] = reports();
    expect([first?.how, second?.how]).toEqual(["one", "two"]);
    expect([first?.files, second?.files]).toEqual([[], []]);
    expect(first?.folder).not.toBe(second?.folder);
    const left = readdirSync(folder).filter((name) => name.startsWith("task-"));
    expect(left).not.toContain("task-of-a-killed-environment");
    expect(left.map((name) => join(folder, name))).not.toContain(first?.folder);
  });

  test.each([
    ["fail", "exit code 1, signal none"],
    ["crash", "exit code null, signal SIGKILL"],
  ])("fails the invocation of a task that ends without a result (%s), and ends itself", async (how, end) => {
    await serve([how, "never"]);
    expect(api.answers).toEqual([
      [
        "i-0/error",
        { errorType: "ContainerStopped", errorMessage: `The process of the task ended: ${end}.` },
      ],
    ]);
    expect(reports()).toHaveLength(1);
  });

  test("stops a task that is too slow before Lambda stops the environment, with the programs that it runs", async () => {
    await serve(["hang"], 16);
    expect(api.answers).toEqual([
      [
        "i-0/error",
        expect.objectContaining({
          errorMessage: "The process of the task ended: exit code null, signal SIGTERM.",
        }),
      ],
    ]);
    const [{ child = null } = {}] = reports();
    // The system ends a killed process a moment later; the test times out if it does not.
    while (child === null || isAlive(child)) await delay(10);
  });

  test("rejects an event that is not a task", async () => {
    api = await startRuntimeApi([{ taskId: "t1" }]);
    await serveTasks(command, api.address, folder);
    expect(api.answers).toEqual([
      ["i-0/error", { errorType: "ContainerStopped", errorMessage: "The task could not be run." }],
    ]);
  });
});
