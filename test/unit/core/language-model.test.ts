import { describe, expect, test } from "@jest/globals";
import { jsonValuesIn } from "../../../core/language-model.ts";

describe("jsonValuesIn", () => {
  test.each([
    ["prose around", 'Sure: {"a":[1]} Done [2]', [{ a: [1] }, [2]]],
    ["brackets within strings", '{"a":"}]\\"{"}', [{ a: '}]"{' }]],
    ["braces of prose around", "{see [1]}", [[1]]],
    ["an open brace before", 'use { as said. {"a":1}', [{ a: 1 }]],
    ["no JSON", "nothing", []],
  ])("finds the values of a text with %s", (_, text, values) => {
    expect(jsonValuesIn(text)).toEqual(values);
  });

  test.each(["[", "{", '{"', "[{", '["\\', "[]]", "{}{"])(
    "takes linear time for a response that repeats %s",
    (piece) => {
      const text = piece.repeat(200_000);
      const startedMs = performance.now();
      jsonValuesIn(text);
      expect(performance.now() - startedMs).toBeLessThan(5000);
    },
  );
});
