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

const limits = { milliseconds: 30_000, residentBytes: 1024 ** 3, heapMebibytes: 64 };

const run = async (source: string, milliseconds = limits.milliseconds): Promise<string | null> => {
  const script = join(folder, "script.mjs");
  await writeFile(script, source);
  return await runIsolated(script, [], { ...limits, milliseconds }, undefined);
};

test("a script that crashes on a file, fails or takes too long has no output", async () => {
  expect(await run("process.stdout.write('read')")).toBe("read");
  expect(await run("process.kill(process.pid, 'SIGSEGV')")).toBeNull();
  expect(await run("process.exit(3)")).toBeNull();
  expect(await run("setInterval(() => {}, 1000)", 500)).toBeNull();
});

test("a script that the system ends is an error of the machine, not of the file", async () => {
  await expect(run("process.kill(process.pid, 'SIGKILL')")).rejects.toThrow("was ended by SIGKILL");
});
