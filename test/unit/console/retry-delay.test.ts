import { expect, test } from "@jest/globals";
import { CapstackError } from "../../../clients/typescript/src/client.ts";
import { isReadRepeated, readDelayOf, retryDelayOf } from "../../../console/retry-delay.ts";

const rejected = (statusCode: number, headers: Record<string, string> = {}): CapstackError =>
  new CapstackError(statusCode, new Headers(headers), { name: "Rejected", messages: ["No."] });
const lost = new TypeError("Failed to fetch");

test("a save is tried again after a lost connection or an error of the service, and when the service says", () => {
  expect(retryDelayOf(lost, 5000)).toBe(5000);
  expect(retryDelayOf(rejected(503), 5000)).toBe(5000);
  expect(retryDelayOf(rejected(429, { "retry-after": "30" }), 5000)).toBe(30_000);
});

test("a read, such as that of a price, is repeated a few times, later each time", () => {
  expect([0, 1, 2, 3].map((count) => isReadRepeated(count, rejected(503)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(isReadRepeated(4, lost)).toBe(true);
  expect(isReadRepeated(5, lost)).toBe(false);
  expect([0, 1, 2].map((count) => readDelayOf(count, lost))).toEqual([1000, 2000, 4000]);
  expect(readDelayOf(0, rejected(429, { "retry-after": "30" }))).toBe(30_000);
});

test.each([400, 401, 403, 404, 413])("what is rejected with %s is not repeated as it is", (statusCode) => {
  expect(retryDelayOf(rejected(statusCode), 5000)).toBeNull();
  expect(isReadRepeated(0, rejected(statusCode))).toBe(false);
});
