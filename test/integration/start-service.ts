import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { reportFolderVariable } from "../../bin/testing/report-files.ts";
import { freePort } from "../../local/processes/free-port.ts";

const root = resolve(import.meta.dirname, "../..");

export interface RunningService {
  dataDir: string;
  process: ChildProcess;
  log: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Lets the reporter print the service's logs when a test fails (bin/testing/report-files.ts). */
const registerLogs = (dataDir: string): void => {
  const folder = process.env[reportFolderVariable];
  if (folder === undefined) return;
  mkdirSync(join(folder, "services"), { recursive: true });
  writeFileSync(join(folder, "services", basename(dataDir)), dataDir);
};

const exited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Starts the service as `npm start` does and resolves when it is ready. `options` are appended to the command line. */
export const startService = async (
  dataDir: string,
  port?: number,
  options: readonly string[] = [],
): Promise<RunningService> => {
  const log = join(dataDir, "start.log");
  registerLogs(dataDir);
  const output = openSync(log, "a");
  const args = ["bin/local.ts", "--data", dataDir, "--port", String(port ?? (await freePort())), ...options];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", output, output],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const ready = join(dataDir, "service.json");
  const isReady = (): boolean =>
    existsSync(ready) && (JSON.parse(readFileSync(ready, "utf8")) as { pid: number }).pid === child.pid;
  while (!isReady()) {
    if (exited(child)) throw new Error(`The service exited while it started:\n${readFileSync(log, "utf8")}`);
    await delay(100);
  }
  const stop = async (signal: NodeJS.Signals = "SIGINT"): Promise<void> => {
    const ended = new Promise((end) => child.once("exit", end));
    if (exited(child)) return;
    child.kill(signal);
    await ended;
  };
  return { dataDir, process: child, log, stop };
};

const shared: { service?: RunningService } =
  (globalThis as { capstack?: { service?: RunningService } }).capstack ?? {};

/** Jest's global set-up: starts one service for all integration tests that do not need their own. */
export default async function setUp(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "capstack-integration-"));
  shared.service = await startService(dataDir);
  (globalThis as { capstack?: typeof shared }).capstack = shared;
  process.env.CAPSTACK_TEST_DATA = dataDir;
}

export const tearDown = async (): Promise<void> => {
  const { capstack } = globalThis as { capstack?: typeof shared };
  if (capstack?.service === undefined) return;
  await capstack.service.stop();
  rmSync(capstack.service.dataDir, { recursive: true, force: true });
};
