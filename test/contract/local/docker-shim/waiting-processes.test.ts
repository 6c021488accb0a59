import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Container } from "../../../../local/docker-shim/container.ts";
import type { ContainerRuntime } from "../../../../local/docker-shim/runtime.ts";
import { WaitingProcesses } from "../../../../local/docker-shim/waiting-processes.ts";
import { ProcessRegistry } from "../../../../local/processes/process-registry.ts";
import { RotatingLog } from "../../../../local/processes/rotating-log.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-waiting-"));
const registry = new ProcessRegistry(join(folder, "processes.json"));
const adapter = resolve(import.meta.dirname, "../../../../adapters/waiting-task.ts");
const scratch = join(folder, "scratch");
/** Prints how it got its task, its arguments and a variable of the task. Ends by SIGKILL, with a file left, if that is "killed". */
const program = `
const { writeFileSync } = await import("node:fs");
if (process.argv[1] === "--wait" || process.argv[2] === "--wait") {
  const { receiveTask } = await import(${JSON.stringify(adapter)});
  process.argv.splice(1, 0, "program");
  process.argv.length = 3;
  await receiveTask();
  console.log("waited", process.argv.slice(2).join(), process.env.NUMBER);
} else console.log("started", process.argv.slice(1).join(), process.env.NUMBER);
writeFileSync(process.env.TMPDIR + "/download", "bytes");
if (process.env.NUMBER === "killed") process.kill(process.pid, "SIGKILL");`;
const runtime: ContainerRuntime = {
  resolve: (_, command) => ({
    command: process.execPath,
    args: ["--input-type=module", "-e", program, ...(command[0] === "--wait" ? ["--", "--wait"] : command)],
    waitsAs: "render",
  }),
  environment: { PATH: process.env.PATH ?? "", TMPDIR: scratch },
  waiting: ["render"],
  cwd: folder,
  registry,
  log: new RotatingLog(join(folder, "containers.log")),
};

beforeAll(async () => {
  await registry.acquire();
  mkdirSync(scratch);
});
afterAll(async () => {
  await registry.endAll();
  rmSync(folder, { recursive: true, force: true });
});

describe("a container", () => {
  let waiting: WaitingProcesses;
  beforeEach(() => {
    waiting = new WaitingProcesses(runtime);
  });
  afterEach(() => waiting.close());

  const outputOf = async (name: string, exitCode = 0): Promise<string> => {
    const config = {
      Cmd: ["join"],
      Env: [`NUMBER=${name}`],
      Labels: { "com.amazonaws.ecs.container-name": "render" },
    };
    const container = new Container(name, config, runtime, waiting);
    const ended = new Promise<void>((resolveEnd) => container.once("exit", () => resolveEnd()));
    container.start();
    await ended;
    expect(container.exitCode).toBe(exitCode);
    return container.logChunks.map(({ bytes }) => bytes.toString()).join("");
  };

  test("is the process that waits for a task, with its arguments and environment", async () => {
    waiting.prepare();
    expect(await outputOf("1")).toBe("waited join 1\n");
  });

  test("is a new process when none waits", async () => {
    waiting.prepare();
    const outputs = await Promise.all([outputOf("1"), outputOf("2")]);
    expect(outputs).toEqual(["waited join 1\n", "started join 2\n"]);
  });

  test("is a new process after the waiting one has ended", async () => {
    waiting.prepare();
    waiting.close();
    expect(await outputOf("1")).toBe("started join 1\n");
  });

  test("leaves no temporary files, not even when it is killed", async () => {
    waiting.prepare();
    await Promise.all([outputOf("killed", 137), outputOf("killed", 137), outputOf("3")]);
    for (let tries = 0; readdirSync(scratch).length > 0 && tries < 100; tries += 1) await delay(20);
    expect(readdirSync(scratch)).toEqual([]);
  });
});
