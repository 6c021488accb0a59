import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Engine } from "../../lib/engine.ts";
import { speechSettings } from "../../lib/speech-settings.ts";

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

  test("a misspelt one stops the synthesis with the ones that there are", () => {
    expect(() => transcriberWith({ transcriber: "Whisper" })).toThrow(
      "-c transcriber: give one of auto, transcribe, whisper",
    );
  });
});
