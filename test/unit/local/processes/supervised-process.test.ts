import { describe, expect, test } from "@jest/globals";
import type { Child, Exit } from "../../../../local/processes/child.ts";
import { SupervisedProcess } from "../../../../local/processes/supervised-process.ts";

describe("SupervisedProcess", () => {
  /** A child process that exits on demand. */
  const createChild = () => {
    let end: (exit: Exit) => void = () => {};
    const exited = new Promise<Exit>((resolve) => {
      end = resolve;
    });
    const child: Child = { pid: 1, exited, stop: async () => end({ exitCode: 0, stderrTail: "" }) };
    return { child, end: () => end({ exitCode: 1, stderrTail: "out of memory" }) };
  };

  test("restarts a process after an unexpected exit until it is stopped", async () => {
    const children = [createChild(), createChild()];
    const events: string[] = [];
    let started = 0;
    let markReady: () => void = () => {};
    const secondReady = new Promise<void>((resolve) => {
      markReady = resolve;
    });
    const supervised = new SupervisedProcess({
      name: "X",
      stopGraceMs: 0,
      start: async () => (children[started++] as (typeof children)[0]).child,
      onExit: ({ exitCode }) => {
        events.push(`exit ${exitCode}`);
      },
      onReady: () => {
        events.push("ready");
        if (events.length > 1) markReady();
      },
      onFailure: () => events.push("failure"),
    });
    await supervised.start();
    children[0]?.end();
    await secondReady;
    await supervised.stop();
    expect(events).toEqual(["ready", "exit 1", "ready"]);
    expect(started).toBe(2);
  });

  test("restarts a process that works between its exits, however often it exits", async () => {
    let clockMs = 0;
    let starts = 0;
    const supervised: SupervisedProcess = await new Promise((resolve) => {
      const process = new SupervisedProcess({
        name: "X",
        stopGraceMs: 0,
        now: () => clockMs,
        start: async () => {
          starts += 1;
          const { child, end } = createChild();
          if (starts <= 20) end();
          return child;
        },
        onExit: () => {
          clockMs += 6000;
        },
        onReady: () => {
          if (starts > 20) resolve(process);
        },
        onFailure: (error) => expect(error).toBe("restarted"),
      });
      void process.start();
    });
    await supervised.stop();
    expect(starts).toBe(21);
  });

  test("stops restarting a process that keeps exiting, and reports its stderr", async () => {
    let reportFailure: (error: Error) => void = () => {};
    const failure = new Promise<Error>((resolve) => {
      reportFailure = resolve;
    });
    const supervised = new SupervisedProcess({
      name: "The thing",
      stopGraceMs: 0,
      now: () => 0,
      start: async () => {
        const { child, end } = createChild();
        end();
        return child;
      },
      onExit: () => {},
      onReady: () => {},
      onFailure: (error) => reportFailure(error),
    });
    await supervised.start();
    await expect(failure).resolves.toThrow(/The thing exited 6 times.*out of memory/);
  });
});
