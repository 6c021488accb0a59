import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { transcribeAccessCheckKey } from "../../core/storage/keys.ts";
import { Engine } from "../../lib/engine.ts";
import { speechSettings } from "../../lib/speech-settings.ts";
import { flat, list, ofType, type Statement, statementsOf, synthesize } from "./synthesized.ts";

const transcriberWith = (context: Record<string, string>): unknown => {
  const stack = new Stack(new App({ context }), "Named");
  return stack.resolve(speechSettings(stack, new Engine(stack)).transcriber);
};

describe("the operator's choice of speech engines", () => {
  test.each([
    [{}, "auto"],
    [{ transcriber: "auto" }, "auto"],
    [{ transcriber: "transcribe" }, "transcribe"],
    [{ transcriber: "whisper" }, "whisper"],
  ])("%j means %s in AWS, and Whisper on one machine", (context, meant) => {
    expect(transcriberWith(context)).toEqual({ "Fn::If": ["NotLocal", meant, "whisper"] });
  });

  test("an unknown engine stops the synthesis with a list of the supported ones", () => {
    expect(() => transcriberWith({ transcriber: "Whisper" })).toThrow(
      "-c transcriber must be one of auto, transcribe, whisper",
    );
  });
});

describe("the jobs' objects", () => {
  test("Transcribe and the function that starts its jobs may write the access check file beside the output", async () => {
    const { template } = await synthesize();
    const reaches = (statement: Statement): boolean =>
      list(statement.Action).includes("s3:PutObject") &&
      list(statement.Resource).some((resource) => {
        const [, pattern = ""] = flat(resource).split("/", 2);
        return transcribeAccessCheckKey("id").startsWith(`${pattern}/`) && flat(resource).endsWith("/*");
      });
    const ofBucket = ofType(template, "AWS::S3::BucketPolicy").flatMap(
      ([, { PolicyDocument }]) => (PolicyDocument as { Statement: Statement[] }).Statement,
    );
    expect(ofBucket.filter(({ Effect }) => Effect === "Allow").filter(reaches)).toHaveLength(1);
    const starters = statementsOf(template).filter(({ statement }) =>
      list(statement.Action).includes("transcribe:StartTranscriptionJob"),
    );
    expect(starters.length).toBeGreaterThan(0);
    for (const { holder } of starters) {
      const own = statementsOf(template).filter((other) => other.holder === holder);
      expect(own.some(({ statement }) => reaches(statement))).toBe(true);
    }
  }, 180_000);
});
