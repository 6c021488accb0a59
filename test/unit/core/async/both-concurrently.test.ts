import { expect, test } from "@jest/globals";
import { bothConcurrently } from "../../../../core/async/both-concurrently.ts";

/** Rejects with the reason of the signal when it is aborted. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));

test("returns the results of both parts", async () => {
  expect(await bothConcurrently(Promise.resolve(1), () => Promise.resolve("two"), undefined)).toEqual([
    1,
    "two",
  ]);
});

test("stops the second part when the first fails, and throws the error of the first", async () => {
  await expect(bothConcurrently(Promise.reject(new Error("first")), untilAborted, undefined)).rejects.toThrow(
    "first",
  );
});

test("waits for the first part when the second fails", async () => {
  const order: string[] = [];
  const first = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => order.push("first"));
  await bothConcurrently(first, () => Promise.reject(new Error("second")), undefined).catch(() =>
    order.push("thrown"),
  );
  expect(order).toEqual(["first", "thrown"]);
});

test("stops the second part when the signal of both is aborted", async () => {
  const stop = new AbortController();
  const ended = bothConcurrently(Promise.resolve(1), untilAborted, stop.signal);
  stop.abort();
  await expect(ended).rejects.toThrow("stopped");
});
