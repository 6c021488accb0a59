import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { scanJson } from "../../../../core/api/json-scan.ts";

describe("scanJson", () => {
  test.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', 3, null],
    ['{"a":1,"b":2,"a":3}', 1, "a"],
    ['[{"x":{"a":"a","b":"a","b":"}"}}]', 3, "b"],
    ['{"a\\"b":1,"a\\u0022b":2}', 1, 'a"b'],
    ['{"a":"{[","b":","}', 1, null],
    ['["a","a"]', 1, null],
    ['{"a', 1, null],
    ["}}]]", 0, null],
    ["[".repeat(50), 50, null],
  ])("%s", (text, depth, repeatedKey) => {
    expect(scanJson(text)).toEqual({ depth, repeatedKey, hasPrototypeKey: false });
  });

  test("finds fields named __proto__ at any depth, and no such values", () => {
    expect(scanJson('{"a":[{"__proto__":1}]}').hasPrototypeKey).toBe(true);
    expect(scanJson('{"\\u005f_proto__":1}').hasPrototypeKey).toBe(true);
    expect(scanJson('{"a":"__proto__","constructor":["__proto__"]}').hasPrototypeKey).toBe(false);
  });

  test("reports nothing for the output of JSON.stringify, and ends for any input", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        expect(scanJson(JSON.stringify(value)).repeatedKey).toBeNull();
        scanJson(text);
      }),
    );
  });

  test("stops at the maximum depth", () => {
    expect(scanJson("[".repeat(5_000_000)).depth).toBeGreaterThan(16);
  });
});
