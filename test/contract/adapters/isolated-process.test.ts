import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runIsolated } from "../../../adapters/isolated-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstack-isolated-"));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const limits = { cpuSeconds: 30, residentBytes: 1024 ** 3, heapMebibytes: 64 };

const run = async (source: string, cpuSeconds = limits.cpuSeconds): Promise<string | null> => {
  const script = join(folder, "script.mjs");
  await writeFile(script, source);
  return await runIsolated(script, [], { ...limits, cpuSeconds }, undefined);
};

test("a script that crashes on a file, fails or takes too much CPU time has no output", async () => {
  expect(await run("process.stdout.write('read')")).toBe("read");
  expect(await run("process.kill(process.pid, 'SIGSEGV')")).toBeNull();
  expect(await run("process.exit(3)")).toBeNull();
  expect(await run("process.stdout.write('read'); for (;;);", 1)).toBeNull();
});

test("a script that the system ends or does not start is an error of the machine, not of the file", async () => {
  await expect(run("process.kill(process.pid, 'SIGKILL')")).rejects.toThrow("was ended by SIGKILL");
  await expect(run("process.exit(127)")).rejects.toThrow("could not be started");
});

test("a script that waits for the machine may take longer than its CPU time, up to a limit that is no verdict", async () => {
  const waits = "setTimeout(() => process.stdout.write('read'), 1500)";
  expect(await run(waits, 1)).toBe("read");
  await expect(run(waits, 0.05)).rejects.toThrow("took longer than 0.5 s");
});
