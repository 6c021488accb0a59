import { expect, test } from "@jest/globals";
import { describeErrorResponse, describeLostConnection } from "../../../../local/caption/api-client.ts";

test.each([
  [415, '{"message":"Not a video.","code":"UnsupportedMediaType"}', "UnsupportedMediaType: Not a video."],
  [400, '{"message":["a: b","c: d"],"code":"ValidationFailed"}', "ValidationFailed: a: b; c: d"],
  [502, "<html>", "The service returned HTTP 502."],
])("describeErrorResponse(%i, %s) is %s", (status, body, sentence) => {
  expect(describeErrorResponse(status, body)).toBe(sentence);
});

test("describeLostConnection returns a StartError for a lost connection and other errors unchanged", () => {
  const rejected = new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  expect(describeLostConnection(rejected)).toMatchObject({ name: "StartError" });
  expect(describeLostConnection(Object.assign(new Error("socket"), { code: "ECONNRESET" }))).toMatchObject({
    name: "StartError",
  });
  const defect = new TypeError("undefined is not a function");
  expect(describeLostConnection(defect)).toBe(defect);
});
