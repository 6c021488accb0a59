import { expect, test } from "@jest/globals";
import { CapstackError } from "../../../../clients/typescript/src/client.ts";
import { retryDelayOf } from "../../../../console/editor/retry-delay.ts";

const rejected = (statusCode: number, headers: Record<string, string> = {}): CapstackError =>
  new CapstackError(statusCode, new Headers(headers), { name: "Rejected", messages: ["No."] });

test("a save is tried again after a lost connection or an error of the service, and when the service says", () => {
  expect(retryDelayOf(new TypeError("Failed to fetch"))).toBe(5000);
  expect(retryDelayOf(rejected(503))).toBe(5000);
  expect(retryDelayOf(rejected(429, { "retry-after": "30" }))).toBe(30_000);
});

test.each([400, 401, 403, 404, 413])(
  "a save that is rejected with %s is not repeated as it is",
  (statusCode) => {
    expect(retryDelayOf(rejected(statusCode))).toBeNull();
  },
);
