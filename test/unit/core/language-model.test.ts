import { describe, expect, test } from "@jest/globals";
import { jsonValuesIn } from "../../../core/language-model.ts";

/** Returns how many characters of a response are read, by index or as part of a slice that is parsed. */
const charactersRead = (response: string): number => {
  let read = 0;
  const counted: unknown = new Proxy(Object(response), {
    get: (_, key) => {
      if (key === "length") return response.length;
      // The first slice is the whole response.
      if (key === "slice")
        return (from: number, to?: number) => (to === undefined ? counted : part(from, to));
      read += 1;
      return response[Number(key)];
    },
  });
  const part = (from: number, to: number): string => {
    read += to - from;
    return response.slice(from, to);
  };
  jsonValuesIn(counted as string);
  return read;
};

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
      const text = piece.repeat(10_000);
      const read = charactersRead(text);
      expect(read).toBeGreaterThanOrEqual(text.length);
      expect(read).toBeLessThan(100 * text.length);
    },
  );
});
