import { spawn } from "node:child_process";
import { exitCodeOf } from "../processes/child.ts";
import { signalGroup } from "../processes/process-identity.ts";

export interface RunResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const keptCharacters = 200_000;

/**
 * Runs a command to its end. An absent command is exit code 127, as in a shell. `onLine` sees each line of stdout as it
 * comes.
 */
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
      // A group of its own, so that what the command has started ends with it when this process stops in the middle.
      detached: true,
    });
    const endWithUs = () => {
      if (child.pid) signalGroup(child.pid, "SIGTERM");
    };
    process.once("exit", endWithUs);
    const finish = (result: RunResult) => {
      process.off("exit", endWithUs);
      resolve(result);
    };
    let stdout = "";
    let stderr = "";
    let line = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      stdout = (stdout + text).slice(-keptCharacters);
      const lines = (line + text).split("\n");
      line = lines.pop() ?? "";
      for (const whole of lines) options.onLine?.(whole);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-keptCharacters);
    });
    child.on("error", (error) => finish({ exitCode: 127, stdout, stderr: error.message }));
    child.on("close", (code, signal) => finish({ exitCode: exitCodeOf(code, signal), stdout, stderr }));
  });
}
