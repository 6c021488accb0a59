import { ServiceError } from "./service-error.ts";

export interface QueuedCall<T> {
  run: () => Promise<T>;
  /** Whether the caller has disconnected. */
  isAborted: () => boolean;
}

/**
 * Returns a function that runs calls one at a time, in order: a language model on one machine is not faster with several
 * requests at once, and would exceed its timeout. When a call times out, the calls queued behind it fail with the same
 * error; otherwise the last of them would wait for all the timeouts before it.
 */
export const createCallQueue = (isTimeout: (error: unknown) => boolean) => {
  let last: Promise<unknown> = Promise.resolve();
  /** The latest timeout, and how many calls were queued by then. */
  let timeout: { error: unknown; calls: number } = { error: null, calls: 0 };
  let calls = 0;

  return <T>({ run, isAborted }: QueuedCall<T>): Promise<T> => {
    const number = ++calls;
    const result = last.then(async () => {
      if (number <= timeout.calls) throw timeout.error;
      if (isAborted()) throw new ServiceError("ModelErrorException", "The client disconnected.", 424);
      return run().catch((error: unknown) => {
        if (isTimeout(error)) timeout = { error, calls };
        throw error;
      });
    });
    last = result.catch(() => {});
    return result;
  };
};
