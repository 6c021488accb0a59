import { describe, expect, test } from "@jest/globals";
import { type ServiceModel, violationsOf } from "../../../../local/service-emulators/service-model.ts";

const model: ServiceModel = {
  metadata: { targetPrefix: "Thing", jsonVersion: "1.1" },
  operations: {},
  shapes: {
    Request: {
      type: "structure",
      required: ["Name", "Items"],
      members: {
        Name: { shape: "Name" },
        Items: { shape: "Items" },
        Rate: { shape: "Rate" },
        Flag: { shape: "Flag" },
        Tags: { shape: "Tags" },
        At: { shape: "At" },
      },
    },
    Name: { type: "string", min: 2, max: 4, pattern: "^[a-z]+" },
    Color: { type: "string", enum: ["red", "blue"] },
    Items: { type: "list", min: 1, max: 2, member: { shape: "Color" } },
    Rate: { type: "integer", min: 8, max: 48 },
    Flag: { type: "boolean" },
    Tags: { type: "map", max: 1, key: { shape: "Name" }, value: { shape: "Color" } },
    At: { type: "timestamp" },
  },
};
const valid = { Name: "abc", Items: ["red"] };
const violations = (change: Record<string, unknown>) =>
  violationsOf(model, "Request", { ...valid, ...change }, "");

describe("violationsOf", () => {
  test.each([[{}], [{ Rate: 8, Flag: false, Tags: { ab: "blue" }, At: 1.5 }], [{ Unknown: 1, Rate: null }]])(
    "accepts %j",
    (change) => {
      expect(violations(change)).toEqual([]);
    },
  );

  test.each([
    [{ Name: undefined }, "name", "must not be null"],
    [{ Name: "a" }, "name", "length greater than or equal to 2"],
    [{ Name: "abcde" }, "name", "length less than or equal to 4"],
    [{ Name: "ab1" }, "name", "regular expression pattern"],
    [{ Items: [] }, "items", "length greater than or equal to 1"],
    [{ Items: ["red", "green"] }, "items.2.member", "enum value set: [red, blue]"],
    [{ Rate: 7 }, "rate", "value greater than or equal to 8"],
    [{ Rate: 49 }, "rate", "value less than or equal to 48"],
    [{ Tags: { ab: "green" } }, "tags.ab", "enum value set"],
    [{ Tags: { a1: "red" } }, "tags", "regular expression pattern"],
  ])("reports the constraint that %j violates", (change, path, sentence) => {
    expect(violations(change)).toEqual([
      { path, sentence: expect.stringContaining(sentence), isWrongType: false },
    ]);
  });

  test.each([
    [{ Name: 1 }],
    [{ Items: "red" }],
    [{ Items: {} }],
    [{ Rate: 8.5 }],
    [{ Flag: "true" }],
    [{ Tags: [] }],
    [{ At: "now" }],
  ])("reports the wrong type of %j", (change) => {
    expect(violations(change)).toMatchObject([{ isWrongType: true }]);
  });
});
