import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { dubSettings } from "../../lib/dub-settings.ts";
import { Engine } from "../../lib/engine.ts";
import type { Resources } from "../../lib/grants.ts";
import { MachineNames } from "../../lib/machine-names.ts";
import { type Worker, workerStatements } from "../../lib/worker-grants.ts";

const stackWith = (context: Record<string, string>): Stack => new Stack(new App({ context }), "Named");

/** The policy statements of the role of a worker. */
const statementsOf = (
  worker: Worker,
  context: Record<string, string>,
): { Action: unknown; Resource: unknown }[] => {
  const stack = stackWith(context);
  const resources = {
    bucket: Bucket.fromBucketName(stack, "Bucket", "bucket"),
    table: Table.fromTableName(stack, "Table", "table"),
    machines: new MachineNames(stack),
    dub: dubSettings(stack, new Engine(stack)),
  } as unknown as Resources;
  return workerStatements(worker, resources).map(
    (statement) => stack.resolve(statement.toStatementJson()) as { Action: unknown; Resource: unknown },
  );
};

/** The actions that the role of a worker may use on all resources. */
const actionsEverywhere = (worker: Worker, context: Record<string, string>): unknown[] =>
  statementsOf(worker, context)
    .filter(({ Resource }) => Resource === "*")
    .map(({ Action }) => Action);

const elevenLabs = { dubber: "elevenlabs", elevenLabsKeyParameter: "/capstack/elevenlabs-key" };

describe("the operator's choice of a voice engine", () => {
  test.each([
    [{}, "kokoro"],
    [{ dubber: "none" }, "none"],
    [{ dubber: "polly" }, "polly"],
    [elevenLabs, "elevenlabs"],
  ])("%j means %s in AWS, and none on one machine", (context, choice) => {
    const stack = stackWith(context);
    const { dubber } = dubSettings(stack, new Engine(stack));
    expect(stack.resolve(dubber)).toEqual({ "Fn::If": ["NotLocal", choice, "none"] });
  });

  test("an unknown engine stops the synthesis with a list of the supported ones", () => {
    const stack = stackWith({ dubber: "espeak" });
    expect(() => dubSettings(stack, new Engine(stack))).toThrow(
      "-c dubber must be one of none, kokoro, polly, elevenlabs",
    );
  });

  test("only the container of dubs may use Polly, and only where Polly is chosen", () => {
    expect(actionsEverywhere("dub", { dubber: "polly" })).toEqual(["polly:SynthesizeSpeech"]);
    expect(actionsEverywhere("dub", {})).toEqual([]);
    expect(actionsEverywhere("speech", { dubber: "polly" })).toEqual([]);
  });

  test("ElevenLabs requires the name of the parameter with its key, not the key", () => {
    const choose = (context: Record<string, string>) => {
      const stack = stackWith({ dubber: "elevenlabs", ...context });
      return () => dubSettings(stack, new Engine(stack));
    };
    expect(choose({})).toThrow("requires -c elevenLabsKeyParameter");
    expect(choose({ elevenLabsKeyParameter: "sk_+/=" })).toThrow("not the key itself");
  });

  test("only the container of dubs may read the key, and only where ElevenLabs is chosen", () => {
    const readers = (worker: Worker, context: Record<string, string>): unknown[] =>
      statementsOf(worker, context).filter(({ Action }) => Action === "ssm:GetParameter");
    expect(readers("dub", elevenLabs)).toEqual([
      expect.objectContaining({
        Resource: {
          "Fn::Join": [
            "",
            expect.arrayContaining([expect.stringMatching(/:parameter\/capstack\/elevenlabs-key$/)]),
          ],
        },
      }),
    ]);
    expect(readers("speech", elevenLabs)).toEqual([]);
    expect(readers("dub", { ...elevenLabs, dubber: "polly" })).toEqual([]);
  });
});
