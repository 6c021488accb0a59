import { expect, test } from "@jest/globals";
import { createLimiter } from "../../../../containers/ingest/limiter.ts";

test("runs all works, at most the permitted number concurrently, also after failures", async () => {
  const limit = createLimiter(2);
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (index % 3 === 0) throw new Error("failed");
    return index;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => limit(work(index))));
  expect(most).toBe(2);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  expect(await limit(async () => "still going")).toBe("still going");
});
