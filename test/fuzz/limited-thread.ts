import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Ten times what the largest mutant needs on a busy machine. */
const limitMs = 10_000;
const heapMebibytes = 512;

export interface LimitedThread<Answer> {
  /** Sends a message and waits for the answer. A thread that exceeds a limit is replaced. */
  ask: (message: unknown) => Promise<Answer | "hang" | "crash">;
  close: () => Promise<void>;
}

/** Runs a module that answers each message, in a thread with limits of time and memory. */
export const openThread = <Answer>(file: string): LimitedThread<Answer> => {
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
        const [answer] = (await once(worker, "message", { signal })) as [Answer];
        return answer;
      } catch {
        await stop();
        return signal.aborted ? "hang" : "crash";
      }
    },
    close: stop,
  };
};
