import { join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { type Child, startChild } from "../processes/child.ts";
import { persistedPort } from "../processes/free-port.ts";
import type { ProcessRegistry } from "../processes/process-registry.ts";
import type { RotatingLog } from "../processes/rotating-log.ts";
import { StartError } from "../start-error.ts";

/** Exit codes of the launcher (local/engine/README.md). */
const portBusy = 3;
const startTimeoutMs = 60_000;

export interface EmulatorOptions {
  paths: LocalPaths;
  environment: Readonly<Record<string, string>>;
  registry: ProcessRegistry;
  log: RotatingLog;
}

/** Parses `ready http://127.0.0.1:4600`, the launcher's only line on stdout; null before it is complete. */
export function parseReadyLine(stdout: string): number | null {
  const match = /^ready http:\/\/127\.0\.0\.1:(\d+)$/m.exec(stdout);
  return match ? Number(match[1]) : null;
}

/** Starts the AWS emulator and resolves when it is ready. Throws StartError with the last line of its stderr. */
export async function startEmulator(options: EmulatorOptions): Promise<{ child: Child; port: number }> {
  for (let attempts = 3; ; attempts -= 1) {
    const port = await persistedPort(options.paths.portsFile, "emulator");
    const started = await attemptStart(options, port);
    if (typeof started !== "string") return { child: started, port };
    // Another program may bind the port before the emulator does.
    if (started !== "port busy" || attempts <= 1)
      throw new StartError(`The local AWS engine did not start: ${started}`);
  }
}

/** Returns the running process, or the reason why it did not start. */
async function attemptStart(options: EmulatorOptions, port: number): Promise<Child | string> {
  const { paths, environment, registry, log } = options;
  const args = [join(paths.root, "local", "engine"), "--port", String(port), "--data", paths.engineData];
  args.push("--docker-socket", paths.dockerSocket, "--exit-with-parent");
  let stdout = "";
  let announceReady: (state: "ready") => void = () => {};
  const ready = new Promise<"ready">((resolve) => {
    announceReady = resolve;
  });
  const child = await startChild({
    name: "emulator",
    command: paths.venvPython,
    args,
    cwd: paths.root,
    env: environment,
    registry,
    log,
    onStdout: (text) => {
      stdout += text;
      if (parseReadyLine(stdout) !== null) announceReady("ready");
    },
  });
  const timer = setTimeout(() => void child.stop(0), startTimeoutMs);
  const first = await Promise.race([ready, child.exited]);
  clearTimeout(timer);
  if (first === "ready") return child;
  if (first.exitCode === portBusy) return "port busy";
  return (
    first.stderrTail.split("\n").at(-1) ||
    `exit code ${first.exitCode}, see ${join(paths.logs, "emulator.log")}`
  );
}

/** Persists the emulator's state. */
export async function saveEmulatorState(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/_capstack/snapshot`, { method: "POST" });
  if (!response.ok) throw new Error(`the local AWS engine could not save its state: HTTP ${response.status}`);
}

/** Publishes an event of an AWS service on the default bus. */
export async function publishAwsEvent(
  event: { Source: string; DetailType: string; Detail: string },
  port: number,
): Promise<void> {
  const body = JSON.stringify(event);
  const response = await fetch(`http://127.0.0.1:${port}/_capstack/events`, { method: "POST", body });
  if (!response.ok) throw new Error(`the local AWS engine rejected an event: HTTP ${response.status}`);
}

/** Returns the variables with the credentials of a role of the stack. */
export async function roleCredentials(roleArn: string, port: number): Promise<Record<string, string>> {
  const body = JSON.stringify({ roleArn });
  const response = await fetch(`http://127.0.0.1:${port}/_capstack/credentials`, { method: "POST", body });
  if (!response.ok) throw new Error(`the local AWS engine has no credentials: HTTP ${response.status}`);
  return (await response.json()) as Record<string, string>;
}
