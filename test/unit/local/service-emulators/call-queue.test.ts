import { describe, expect, test } from "@jest/globals";
import { createCallQueue } from "../../../../local/service-emulators/call-queue.ts";

const timeout = new Error("timeout");
const connected = (run: () => Promise<string>) => ({ run, isAborted: () => false });

describe("createCallQueue", () => {
  test("runs one call at a time, in order", async () => {
    const enqueue = createCallQueue((error) => error === timeout);
    const events: string[] = [];
    const call = (name: string) =>
      enqueue(
        connected(async () => {
          events.push(`${name} starts`);
          await Promise.resolve();
          events.push(`${name} ends`);
          return name;
        }),
      );
    await expect(Promise.all([call("a"), call("b")])).resolves.toEqual(["a", "b"]);
    expect(events).toEqual(["a starts", "a ends", "b starts", "b ends"]);
  });

  test("fails the calls behind a timeout with it, and runs later ones", async () => {
    const enqueue = createCallQueue((error) => error === timeout);
    let runs = 0;
    const call = connected(() => {
      runs += 1;
      return Promise.resolve("response");
    });
    const results = await Promise.allSettled([
      enqueue(connected(() => Promise.reject(timeout))),
      enqueue(call),
      enqueue(call),
    ]);
    expect(results.map((one) => one.status === "rejected" && one.reason)).toEqual([
      timeout,
      timeout,
      timeout,
    ]);
    expect(runs).toBe(0);
    await expect(enqueue(call)).resolves.toBe("response");
  });

  test("runs the calls behind another failure, and skips aborted ones", async () => {
    const enqueue = createCallQueue((error) => error === timeout);
    let runs = 0;
    const run = () => {
      runs += 1;
      return Promise.resolve("response");
    };
    const results = await Promise.allSettled([
      enqueue(connected(() => Promise.reject(new Error("broken")))),
      enqueue({ run, isAborted: () => true }),
      enqueue(connected(run)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(runs).toBe(1);
  });
});
