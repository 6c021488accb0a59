import { ServiceError } from "./service-error.ts";

/** A call that has its turn when those before it are done. */
export interface WaitingCall<T> {
  make: () => Promise<T>;
  /** Whoever made it waits for its answer no longer. */
  isGone: () => boolean;
}

/**
 * One call at a time: a model on one machine answers no sooner when two ask, and runs out of time. When it has given one
 * call no answer in time, those already behind it fail with that one, or the last of them would wait for all the others.
 *
 * @param isLate whether an error says that there was no answer in time
 */
export const createModelLine = (isLate: (error: unknown) => boolean) => {
  let last: Promise<unknown> = Promise.resolve();
  let late: { error: unknown; calls: number } = { error: null, calls: 0 };
  let calls = 0;

  return <T>({ make, isGone }: WaitingCall<T>): Promise<T> => {
    const number = ++calls;
    const mine = last.then(async () => {
      if (number <= late.calls) throw late.error;
      if (isGone())
        throw new ServiceError("ModelErrorException", "Nobody waits for the answer any more.", 424);
      return make().catch((error: unknown) => {
        if (isLate(error)) late = { error, calls };
        throw error;
      });
    });
    last = mine.catch(() => {});
    return mine;
  };
};
