import { expect, test } from "@jest/globals";
import { isTooLargeForApi } from "../../../../local/reverse-proxy/error-responses.ts";

test.each([
  [{}, false],
  [{ "transfer-encoding": "chunked" }, false],
  [{ "content-length": "10485760" }, false],
  [{ "content-length": "10485761" }, true],
])("isTooLargeForApi(%j) is %s", (headers, isTooLarge) => {
  expect(isTooLargeForApi(headers)).toBe(isTooLarge);
});
