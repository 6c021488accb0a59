import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  identityOf,
  isSameProcess,
  type ProcessIdentity,
} from "../../../../local/processes/process-identity.ts";
import { ProcessRegistry } from "../../../../local/processes/process-registry.ts";

let folder: string;
const file = () => join(folder, "processes.json");

interface RegistryFile {
  supervisor: ProcessIdentity;
  groups: (ProcessIdentity & { name: string })[];
}
const registered = () => JSON.parse(readFileSync(file(), "utf8")) as RegistryFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-registry-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a supervisor in another process; `grandchild` is the process ID of a process that its child started. */
async function startSupervised(): Promise<{ supervisor: ChildProcess; grandchild: number }> {
  const script = join(import.meta.dirname, "supervised.ts");
  const env = { ...process.env, NODE_OPTIONS: "" };
  const supervisor = spawn(process.execPath, [script, folder], { env, stdio: ["ignore", "pipe", "inherit"] });
  const grandchild = await new Promise<number>((resolve) => {
    supervisor.stdout?.once("data", (text: Buffer) => resolve(Number(text.toString())));
  });
  return { supervisor, grandchild };
}

const isAlive = (pid: number): boolean => identityOf(pid) !== null;

const waitForExit = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await delay(20);
};

describe("ProcessRegistry", () => {
  test("ends all processes of a killed supervisor, including grandchildren", async () => {
    const { supervisor, grandchild } = await startSupervised();
    const child = registered().groups[0]?.pid ?? 0;
    expect([isAlive(child), isAlive(grandchild)]).toEqual([true, true]);
    supervisor.kill("SIGKILL");
    await waitForExit([child, grandchild]);
    expect(new ProcessRegistry(file()).owner()).toBeNull();
  });

  test("reports a running supervisor as the owner of the folder", async () => {
    const { supervisor } = await startSupervised();
    expect(new ProcessRegistry(file()).owner()?.pid).toBe(supervisor.pid);
    const ended = new Promise((resolve) => supervisor.once("exit", resolve));
    supervisor.kill("SIGKILL");
    await ended;
  });

  test("ends processes of an earlier run at the next start", async () => {
    const first = new ProcessRegistry(file());
    await first.acquire();
    const orphan = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
    const ended = new Promise((resolve) => orphan.once("exit", (_, signal) => resolve(signal)));
    first.add(orphan.pid ?? 0, "orphan");
    const identity = registered().groups[0];
    expect(identity && isSameProcess(identity)).toBe(true);
    const second = new ProcessRegistry(file());
    await second.acquire();
    expect(await ended).toBe("SIGTERM");
    expect(registered().groups).toEqual([]);
    await Promise.all([first.endAll(), second.endAll()]);
  });
});
