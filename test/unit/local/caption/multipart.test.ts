import { expect, test } from "@jest/globals";
import { multipartFrame } from "../../../../local/caption/multipart.ts";

test("multipartFrame escapes quotes and line breaks in the file name", () => {
  const { head, tail, contentType } = multipartFrame('a"b\n.mp4', "xyz");
  expect(contentType).toBe("multipart/form-data; boundary=xyz");
  expect(head.toString()).toContain('name="file"; filename="a%22b%0A.mp4"\r\n');
  expect(head.toString().endsWith("\r\n\r\n")).toBe(true);
  expect(tail.toString()).toBe("\r\n--xyz--\r\n");
});
