import { spawn } from "node:child_process";
import { signalGroup } from "../../adapters/signal-group.ts";
import { exitCodeOf } from "../processes/child.ts";

export interface RunResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const maxCharacters = 200_000;

/** Runs a command and waits for it. A missing command has exit code 127, as in a shell. `onLine` is called with each line of stdout. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      // A process group, so that the children of the command end too when this process exits.
      detached: true,
    });
    const endGroup = () => {
      if (child.pid) signalGroup(child.pid, "SIGTERM");
    };
    process.once("exit", endGroup);
    const finish = (result: RunResult) => {
      process.off("exit", endGroup);
      resolve(result);
    };
    let stdout = "";
    let stderr = "";
    let line = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      stdout = (stdout + text).slice(-maxCharacters);
      const lines = (line + text).split("\n");
      line = lines.pop() ?? "";
      for (const whole of lines) options.onLine?.(whole);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-maxCharacters);
    });
    child.on("error", (error) => finish({ exitCode: 127, stdout, stderr: error.message }));
    child.on("close", (code, signal) => finish({ exitCode: exitCodeOf(code, signal), stdout, stderr }));
  });
}
