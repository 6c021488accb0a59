import { SendTaskFailureCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine } from "./engine.ts";
import { createMachine, ended, output, run, start, tokenState } from "./machines.ts";
import { tokensOf } from "./tokens.ts";

jest.setTimeout(60_000);

let engine: Engine;
let queue: string;
beforeAll(async () => {
  engine = await startEngine();
  queue = await createQueue("tokens");
});
afterAll(async () => {
  await engine.stop();
});

const { createQueue, takeToken, succeed } = tokensOf(() => engine);

describe("Parallel and Map", () => {
  const branch = (States: object) => ({ StartAt: Object.keys(States)[0], States });

  test("apply Output and Assign; variables of a branch are local", async () => {
    const execution = await run(engine, {
      Both: {
        Type: "Parallel",
        Branches: [
          branch({ A: { Type: "Pass", Assign: { own: 1 }, Output: "a", End: true } }),
          branch({ B: { Type: "Pass", Output: "b", End: true } }),
        ],
        Output: { letters: "{% $join($states.result) %}" },
        Assign: { count: "{% $count($states.result) %}" },
        Next: "Say",
      },
      Say: {
        Type: "Succeed",
        Output: { letters: "{% $states.input.letters %}", count: "{% $count %}", own: "{% $exists($own) %}" },
      },
    });
    expect(output(execution)).toEqual({ letters: "ab", count: 2, own: false });
  });

  test("cancel other branches and their tokens after the first failure", async () => {
    const execution = await start(
      engine,
      await createMachine(engine, {
        Both: {
          Type: "Parallel",
          Branches: [
            branch({ Wait: tokenState(queue) }),
            branch({
              Wait: { ...tokenState(queue), Next: "Boom", End: undefined },
              Boom: { Type: "Fail", Error: "Boom" },
            }),
          ],
          End: true,
        },
      }),
    );
    const tokens = [await takeToken(queue), await takeToken(queue)];
    // Either token may belong to the failing branch, so results are sent for both. One may end the execution before the
    // other result, which is then too late.
    const results = await Promise.allSettled(tokens.map((token) => succeed(token)));
    expect(results.map(({ status }) => status)).toContain("fulfilled");
    expect(await ended(engine, execution)).toMatchObject({ status: "FAILED", error: "Boom" });
  });

  test("do not wait for a sleeping branch after a failure", async () => {
    const execution = await run(engine, {
      Both: {
        Type: "Parallel",
        Branches: [
          branch({ Sleep: { Type: "Wait", Seconds: 50, End: true } }),
          branch({ Boom: { Type: "Fail", Error: "Boom" } }),
        ],
        End: true,
      },
    });
    expect(execution).toMatchObject({ status: "FAILED", error: "Boom" });
  });

  test("stop other iterations of an inline Map after a failure", async () => {
    const execution = await run(
      engine,
      {
        Each: {
          Type: "Map",
          Items: "{% $states.input %}",
          ItemProcessor: branch({
            Which: {
              Type: "Choice",
              Choices: [{ Condition: "{% $states.input = 2 %}", Next: "Boom" }],
              Default: "Sleep",
            },
            Sleep: { Type: "Wait", Seconds: 50, End: true },
            Boom: { Type: "Fail", Error: "Boom" },
          }),
          End: true,
        },
      },
      [1, 2, 3],
    );
    expect(execution).toMatchObject({ status: "FAILED", error: "Boom" });
  });

  test("retry a failed iteration alone, within MaxConcurrency, for long lists", async () => {
    const own = await createQueue("map");
    const Each = {
      Type: "Map",
      Items: "{% [$states.input.items] %}",
      MaxConcurrency: "{% $states.input.parallel %}",
      ItemSelector: { n: "{% $states.context.Map.Item.Value %}" },
      ItemProcessor: branch({
        Wait: tokenState(own, {
          Retry: [{ ErrorEquals: ["Lost"], IntervalSeconds: 1, MaxAttempts: 1 }],
          Output: "{% $states.input.n & ':' & $states.context.State.RetryCount %}",
        }),
      }),
      End: true,
    };
    const machine = await createMachine(engine, { Each });
    const execution = await start(engine, machine, { items: [7, 8], parallel: 1 });
    const taskToken = await takeToken(own);
    await engine.sfn().send(new SendTaskFailureCommand({ taskToken, error: "Lost" }));
    await succeed(await takeToken(own));
    await succeed(await takeToken(own));
    expect(output(await ended(engine, execution))).toEqual(["7:1", "8:0"]);
    const single = await start(engine, machine, { items: [5], parallel: 3 });
    await succeed(await takeToken(own));
    expect(output(await ended(engine, single))).toEqual(["5:0"]);
    expect(output(await ended(engine, await start(engine, machine, { items: [], parallel: 3 })))).toEqual([]);
  });

  test("keep the order of the items of a Map", async () => {
    const execution = await run(
      engine,
      {
        Each: {
          Type: "Map",
          Items: "{% $states.input %}",
          MaxConcurrency: 2,
          ItemSelector: { n: "{% $states.context.Map.Item.Value * 10 %}" },
          ItemProcessor: branch({ Say: { Type: "Pass", Output: "{% $states.input.n + 1 %}", End: true } }),
          End: true,
        },
      },
      [3, 1, 2],
    );
    expect(output(execution)).toEqual([31, 11, 21]);
  });
});
