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

/** The actions that the role of a worker may use on all resources. */
const actionsEverywhere = (worker: Worker, context: Record<string, string>): unknown[] => {
  const stack = stackWith(context);
  const resources = {
    bucket: Bucket.fromBucketName(stack, "Bucket", "bucket"),
    table: Table.fromTableName(stack, "Table", "table"),
    machines: new MachineNames(stack),
    dub: dubSettings(stack, new Engine(stack)),
  } as unknown as Resources;
  return workerStatements(worker, resources)
    .map((statement) => statement.toStatementJson() as { Action: unknown; Resource: unknown })
    .filter(({ Resource }) => Resource === "*")
    .map(({ Action }) => Action);
};

describe("the operator's choice of a voice engine", () => {
  test.each([
    [{}, "kokoro"],
    [{ dubber: "none" }, "none"],
    [{ dubber: "polly" }, "polly"],
  ])("%j means %s in AWS, and none on one machine", (context, choice) => {
    const stack = stackWith(context);
    const { dubber } = dubSettings(stack, new Engine(stack));
    expect(stack.resolve(dubber)).toEqual({ "Fn::If": ["NotLocal", choice, "none"] });
  });

  test("an unknown engine stops the synthesis with a list of the supported ones", () => {
    const stack = stackWith({ dubber: "espeak" });
    expect(() => dubSettings(stack, new Engine(stack))).toThrow("-c dubber: give one of none, kokoro, polly");
  });

  test("only the container of dubs may use Polly, and only where Polly is chosen", () => {
    expect(actionsEverywhere("dub", { dubber: "polly" })).toEqual(["polly:SynthesizeSpeech"]);
    expect(actionsEverywhere("dub", {})).toEqual([]);
    expect(actionsEverywhere("speech", { dubber: "polly" })).toEqual([]);
  });
});
