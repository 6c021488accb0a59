import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Ten times what the largest mutant needs on a busy machine. */
const limitMs = 10_000;
const heapMebibytes = 512;

export interface LimitedThread<Reply> {
  /** Sends a message and waits for the answer. A thread that exceeds a limit is replaced. */
  ask: (message: unknown) => Promise<Reply | "hang" | "crash">;
  close: () => Promise<void>;
}

/** Runs a module that replies to each message, in a thread with limits of time and memory. */
export const openThread = <Reply>(file: string): LimitedThread<Reply> => {
  let worker: Worker | null = null;
  const start = (): Worker =>
    new Worker(new URL(file, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
      // mp4box reports every unknown box.
      stdout: true,
      stderr: true,
    });
  const stop = async (): Promise<void> => {
    await worker?.terminate();
    worker = null;
  };
  return {
    async ask(message) {
      worker ??= start();
      const signal = AbortSignal.timeout(limitMs);
      worker.postMessage(message);
      try {
        const [reply] = (await once(worker, "message", { signal })) as [Reply];
        return reply;
      } catch {
        await stop();
        return signal.aborted ? "hang" : "crash";
      }
    },
    close: stop,
  };
};
