import { describe, expect, test } from "@jest/globals";
import { normalizeJson } from "../../../../core/api/normalize-json.ts";
import { createTaskBody } from "../../../../core/api/schemas/tasks.ts";

const normalized = (body: unknown) => normalizeJson(createTaskBody, body);

describe("a JSON body", () => {
  test("loses null fields that are optional, and keeps other nulls", () => {
    expect(
      normalized({ templateId: null, language: null, renderOptions: { styleOptions: { top: null } } }),
    ).toEqual({ templateId: null, renderOptions: { styleOptions: {} } });
    const entry = { text: "a", important: null, emoji: null };
    expect(normalized({ transcript: [entry] })).toEqual({ transcript: [{ text: "a", emoji: null }] });
  });

  test("has 0 for numbers that are too small to be stored, at any depth", () => {
    const body = (tiny: number) => ({
      autoCutSettings: { silenceRemoval: tiny },
      renderOptions: { styleOptions: { top: tiny } },
      transcript: [{ start_time: tiny }],
    });
    for (const tiny of [1e-131, 5e-324, -1e-200]) expect(normalized(body(tiny))).toEqual(body(0));
    for (const number of [1e-130, 0.5, 1e300]) expect(normalized(body(number))).toEqual(body(number));
  });
});
