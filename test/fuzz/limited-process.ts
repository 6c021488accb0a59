import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Ten times what the largest mutant needs on a busy machine. */
const limitMs = 10_000;
const heapMebibytes = 512;

export interface LimitedProcess<WorkerResponse> {
  /** Sends a message and waits for the response. A process that exceeds a limit is replaced. */
  send: (message: unknown) => Promise<WorkerResponse | "hang" | "crash">;
  close: () => void;
}

type Worker = ReturnType<typeof fork>;

/**
 * Runs a module that responds to each message, in a process with limits of time and memory: a thread that runs out of
 * memory can end its process.
 */
export const openProcess = <WorkerResponse>(file: string): LimitedProcess<WorkerResponse> => {
  let worker: Worker | null = null;
  const start = (): Worker =>
    fork(fileURLToPath(new URL(file, import.meta.url)), {
      execArgv: [`--max-old-space-size=${heapMebibytes}`],
      serialization: "advanced",
      // mp4box reports every unknown box.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  const stop = (): void => {
    worker?.removeAllListeners();
    worker?.kill("SIGKILL");
    worker = null;
  };
  return {
    send: (message) =>
      new Promise((resolve) => {
        worker ??= start();
        const fail = (reason: "hang" | "crash"): void => {
          clearTimeout(timer);
          stop();
          resolve(reason);
        };
        const timer = setTimeout(() => fail("hang"), limitMs);
        worker.once("error", () => fail("crash"));
        worker.once("exit", () => fail("crash"));
        worker.once("message", (result) => {
          clearTimeout(timer);
          worker?.removeAllListeners();
          resolve(result as WorkerResponse);
        });
        worker.send(message as Buffer);
      }),
    close: stop,
  };
};
