import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stoppedExitCode } from "../exit-codes.ts";
import { errorFields, logLine } from "../json-log.ts";
import { signalGroup } from "../signal-group.ts";
import { type WaitingTask, waitingTaskSchema } from "../waiting-task.ts";
import { type InvocationEnd, type InvocationHandler, serveInvocations } from "./runtime.ts";

/** Folders of tasks below the temporary folder. A killed environment leaves them to the next one, which Lambda gives the same disk. */
const folderPrefix = "task-";

/** Before Lambda stops the environment: when a process is asked to end, so that it aborts its upload, and when it is killed. */
const stopMs = 15_000;
const killMs = 5_000;

interface WaitingProcess {
  child: ChildProcess;
  /** Its temporary folder. */
  folder: string;
  /** How it ended: null after a success. */
  ended: Promise<string | null>;
  hasEnded: () => boolean;
}

const start = async (command: readonly string[], root: string): Promise<WaitingProcess> => {
  const folder = await mkdtemp(join(root, folderPrefix));
  const [program = "", ...args] = command;
  // A task has no business with the runtime API.
  const { AWS_LAMBDA_RUNTIME_API: _, ...environment } = process.env;
  const child = spawn(program, args, {
    env: { ...environment, TMPDIR: folder },
    stdio: ["pipe", "inherit", "inherit"],
    // A group, whose programs end with it.
    detached: true,
  });
  let hasEnded = false;
  const ended = new Promise<string | null>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("exit", (code, signal) =>
      resolve(code === 0 ? null : `exit code ${code}, signal ${signal ?? "none"}`),
    );
  });
  void ended.then(() => {
    hasEnded = true;
  });
  // Writing to a process that has just ended fails; how it ended is what counts.
  child.stdin.on("error", () => {});
  return { child, folder, ended, hasEnded: () => hasEnded };
};

const killGroup = ({ child: { pid } }: WaitingProcess): void => {
  if (pid !== undefined) signalGroup(pid, "SIGKILL");
};

/** Gives the task to the process, waits for its end and removes what is left of it. Returns how it ended; null: a success. */
const runTask = async (
  task: WaitingTask,
  waiting: WaitingProcess,
  deadlineMs: number,
): Promise<string | null> => {
  const { child, folder, ended } = waiting;
  const leftMs = deadlineMs - Date.now();
  const stopTimer = setTimeout(() => child.kill("SIGTERM"), leftMs - stopMs);
  const killTimer = setTimeout(() => killGroup(waiting), leftMs - killMs);
  child.stdin?.end(`${JSON.stringify(task)}\n`);
  const reason = await ended;
  clearTimeout(stopTimer);
  clearTimeout(killTimer);
  killGroup(waiting);
  await rm(folder, { recursive: true, force: true });
  return reason;
};

const removeOldFolders = async (root: string): Promise<void> => {
  const names = await readdir(root);
  const old = names.filter((name) => name.startsWith(folderPrefix));
  await Promise.all(old.map((name) => rm(join(root, name), { recursive: true, force: true })));
};

/**
 * Runs the tasks of AWS Lambda's invocations, each in a new process, which reports by task token as in a container: one contract, and
 * nothing of a task remains in memory or on the disk for the next one. While the function waits, the next process loads its code.
 * After a failure the environment is not used again. Throws when the runtime API ends.
 *
 * @param command accepts a task on standard input (adapters/waiting-task.ts)
 * @param api host and port of the runtime API, as in AWS_LAMBDA_RUNTIME_API
 * @param root the only folder that the environment may write to
 */
export const serveTasks = async (command: readonly string[], api: string, root = tmpdir()): Promise<void> => {
  await removeOldFolders(root);
  let waiting = await start(command, root);
  process.once("SIGTERM", () => {
    killGroup(waiting);
    process.exit(stoppedExitCode);
  });
  const run = async (event: unknown, deadlineMs: number): Promise<string | null> => {
    const task = waitingTaskSchema.parse(event);
    if (waiting.hasEnded()) waiting = await start(command, root);
    const reason = await runTask(task, waiting, deadlineMs);
    if (reason === null) waiting = await start(command, root);
    return reason;
  };
  const failed = (errorMessage: string): InvocationEnd => ({
    failure: { errorType: "ContainerStopped", errorMessage },
    isReusable: false,
  });
  const handle: InvocationHandler = async (event, deadlineMs) => {
    try {
      const reason = await run(event, deadlineMs);
      return reason === null ? { response: {} } : failed(`The process of the task ended: ${reason}.`);
    } catch (error) {
      logLine("error", "unexpected error", errorFields(error));
      return failed("The task could not be run.");
    }
  };
  try {
    await serveInvocations(api, handle);
  } finally {
    killGroup(waiting);
  }
};
