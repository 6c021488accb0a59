/**
 * Runs one of the project's command lines with the Node that the project pins. Plain JavaScript without dependencies:
 * it runs on a fresh clone, on whichever Node (>= 20) is there.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"];

// npm goes to the project's folder; relative names are meant from where the person is.
const callersFolder = () =>
  process.env.npm_lifecycle_event ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();

/** Starts `bin/<file>` with this process's arguments, terminal and signals, and ends as it ends. */
export function runPinned(root, file, cwd = callersFolder()) {
  const pinnedNode = join(root, "node_modules", "node", "bin", "node");
  // The channel carries no messages. The child ends when it is closed, also if this process crashes.
  const child = spawn(pinnedNode, [join(root, "bin", file), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    cwd,
  });
  const passOn = (signal) => child.kill(signal);
  for (const signal of passedOn) process.on(signal, passOn);

  child.on("error", (error) => {
    console.error(
      `The pinned Node could not be started (${error.message}): remove node_modules and start again.`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Ends the way the child ended, so that a caller sees the same.
    for (const name of passedOn) process.removeListener(name, passOn);
    process.kill(process.pid, signal);
  });
}
