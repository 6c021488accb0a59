import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { clipModel } from "../../../../lambdas/shared/clip-model.ts";

const profile = "eu.amazon.nova-2-lite-v1:0";
const machine = { pairs: [], roughPairs: [], hasSpeechTranslation: false };
const modelOf = (CLIP_MODEL: string, hasModel?: boolean): string | null => {
  const local = hasModel === undefined ? {} : { CAPSTACK_TRANSLATION: { ...machine, hasModel } };
  return clipModel({ CLIP_MODEL, STACK_NAME: "Capstack", ...local }).model?.name ?? null;
};

afterEach(() => {
  jest.restoreAllMocks();
});

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
    const lines: string[] = [];
    jest.spyOn(process.stdout, "write").mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    const denied = Object.assign(new Error("explicit deny in a service control policy"), {
      name: "AccessDeniedException",
    });
    clipModel({ CLIP_MODEL: profile, STACK_NAME: "Capstack" }).reportFailure(profile, denied);
    jest.restoreAllMocks();
    const [entry, metric] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
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
