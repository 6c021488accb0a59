import type { SFNClient } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { runContainerTask } from "../../../../adapters/aws/container-task.ts";
import { NamedError } from "../../../../core/errors.ts";

// Discards the log lines of the container, which look like failures among test results.
beforeAll(() => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(() => {
  jest.restoreAllMocks();
});

/** Records what is reported; `fail` lists commands that throw, with the error's name. */
const fakeSfn = (fail: Readonly<Record<string, string>> = {}) => {
  const sent: Record<string, unknown>[] = [];
  const client = {
    send: async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
      const name = command.constructor.name.replace(/^SendTask|Command$/g, "");
      const failure = fail[name];
      if (failure) throw Object.assign(new Error(failure), { name: failure });
      sent.push({ name, ...command.input });
    },
    destroy: () => {},
  };
  return { sent, sfn: client as unknown as SFNClient };
};
const options = (sfn: SFNClient) => ({ taskToken: "token", sfn, heartbeatSeconds: 0.001 });
const untilAborted = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("gave up")));
  });

describe("the end of a container's work", () => {
  test("reports a result with the token", async () => {
    const { sent, sfn } = fakeSfn();
    expect(await runContainerTask(async () => ({ frames: 3 }), options(sfn))).toBe(0);
    expect(sent.filter(({ name }) => name !== "Heartbeat")).toEqual([
      { name: "Success", taskToken: "token", output: '{"frames":3}' },
    ]);
  });

  test("reports a failure with a name, with exit code 0", async () => {
    const { sent, sfn } = fakeSfn();
    const work = async () => {
      throw new NamedError("MediaUnreadable", "It is damaged.");
    };
    expect(await runContainerTask(work, options(sfn))).toBe(0);
    expect(sent.at(-1)).toEqual({
      name: "Failure",
      taskToken: "token",
      error: "MediaUnreadable",
      cause: "It is damaged.",
    });
  });

  test("does not report other errors, so that the machine retries", async () => {
    const { sent, sfn } = fakeSfn();
    const work = async () => {
      throw new TypeError("of ours");
    };
    expect(await runContainerTask(work, options(sfn))).toBe(1);
    expect(sent.filter(({ name }) => name === "Failure")).toEqual([]);
  });

  test("is retried when the result cannot be delivered", async () => {
    const { sfn } = fakeSfn({ Success: "ThrottlingException" });
    expect(await runContainerTask(async () => ({}), options(sfn))).toBe(1);
  });

  test.each(["TaskTimedOut", "InvalidToken", "TaskDoesNotExist"])(
    "stops work that no execution waits for (%s)",
    async (name) => {
      const { sent, sfn } = fakeSfn({ Heartbeat: name });
      expect(await runContainerTask(untilAborted, options(sfn))).toBe(0);
      expect(sent).toEqual([]);
      expect(await runContainerTask(async () => ({}), options(fakeSfn({ Success: name }).sfn))).toBe(0);
    },
  );

  test("continues after a lost heartbeat", async () => {
    let beats = 0;
    const { sent, sfn } = fakeSfn({ Heartbeat: "ThrottlingException" });
    const original = sfn.send;
    Object.assign(sfn, {
      send: async (command: never) => {
        beats += 1;
        return original(command);
      },
    });
    const work = async () => {
      while (beats < 3) await new Promise((resolve) => setImmediate(resolve));
      return {};
    };
    expect(await runContainerTask(work, options(sfn))).toBe(0);
    expect(sent).toHaveLength(1);
  });
});
