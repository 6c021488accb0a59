import { describe, expect, test } from "@jest/globals";
import { clipModel } from "../../../../lambdas/shared/clip-model.ts";
import { writtenLines } from "./written-lines.ts";

const profile = "eu.amazon.nova-2-lite-v1:0";
const machine = { pairs: [], roughPairs: [], hasSpeechTranslation: false };
const modelOf = (CLIP_MODEL: string, hasModel?: boolean): string | null => {
  const local = hasModel === undefined ? {} : { CAPSTACK_TRANSLATION: { ...machine, hasModel } };
  return clipModel({ CLIP_MODEL, STACK_NAME: "Capstack", ...local }).model?.name ?? null;
};

describe("the language model that chooses clips", () => {
  test("is that of the deployment in AWS", () => {
    expect(modelOf(profile)).toBe(profile);
    expect(modelOf("")).toBeNull();
  });

  test("is that of the operator on one machine, whatever the template sets, and none without one", () => {
    expect(modelOf(profile, true)).toBe("local");
    expect(modelOf("", true)).toBe("local");
    expect(modelOf(profile, false)).toBeNull();
  });

  test("has its failures logged once and counted, with the error that an operator needs", () => {
    const denied = Object.assign(new Error("explicit deny in a service control policy"), {
      name: "AccessDeniedException",
    });
    const lines = writtenLines(() => {
      clipModel({ CLIP_MODEL: profile, STACK_NAME: "Capstack" }).reportFailure(profile, denied);
    });
    const [entry, metric] = lines;
    expect(lines).toHaveLength(2);
    expect(entry).toMatchObject({
      level: "WARN",
      message: "the language model failed, so the clips were chosen by score",
      model: profile,
      error: "AccessDeniedException",
      detail: "explicit deny in a service control policy",
    });
    expect(metric).toMatchObject({ ClipModelFailed: 1, Stack: "Capstack", Area: "Tasks" });
  });
});
