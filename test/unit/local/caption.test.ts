import { describe, expect, test } from "@jest/globals";
import { explainRefusal } from "../../../local/caption/api-client.ts";
import { chooseTemplate, taskBody } from "../../../local/caption/caption-file.ts";
import { multipartFrame } from "../../../local/caption/multipart.ts";
import { defaultOutputPath } from "../../../local/caption/output-path.ts";

test.each([
  ["clip.mp4", "composited", "clip.captioned.mp4"],
  ["/films/my clip.MOV", "greenScreen", "/films/my clip.captioned.mp4"],
  ["talk.v2.mp4", "transparent", "talk.v2.captioned.mov"],
  ["noextension", "composited", "noextension.captioned.mp4"],
  [".hidden", "composited", ".hidden.captioned.mp4"],
] as const)("%s in mode %s becomes %s", (file, mode, expected) => {
  expect(defaultOutputPath(file, mode)).toBe(expected);
});

describe("chooseTemplate", () => {
  const templates = [
    { id: "1", name: "Pop" },
    { id: "2", name: "Plain" },
  ];

  test.each([
    [null, "1"],
    ["plain", "2"],
    ["2", "2"],
  ])("%s is %s", (wanted, id) => {
    expect(chooseTemplate(templates, wanted).id).toBe(id);
  });

  test("an unknown one is refused with the names that there are", () => {
    expect(() => chooseTemplate(templates, "Neon")).toThrow("Pop, Plain");
  });
});

describe("taskBody", () => {
  const video = { metadata: { width: 720, height: 1280, hasVideo: true } };
  const request = { language: null, translateTo: null, mode: "composited" as const };

  test("asks for nothing that was not asked for", () => {
    expect(taskBody(request, "t", video)).toEqual({ templateId: "t", autoApprove: true });
  });

  test("an overlay takes the source's size, or full HD for sound alone", () => {
    const transparent = { language: "de", translateTo: "en", mode: "transparent" as const };
    expect(taskBody(transparent, "t", video)).toEqual({
      templateId: "t",
      autoApprove: true,
      language: "de",
      translateTo: "en",
      exportSettings: { outputMode: "transparent", width: 720, height: 1280 },
    });
    const sound = { metadata: { width: null, height: null, hasVideo: false } };
    expect(taskBody(transparent, "t", sound)).toMatchObject({
      exportSettings: { width: 1920, height: 1080 },
    });
  });
});

test.each([
  [415, '{"message":"Not a video.","code":"UnsupportedMediaType"}', "UnsupportedMediaType: Not a video."],
  [400, '{"message":["a: b","c: d"],"code":"ValidationFailed"}', "ValidationFailed: a: b; c: d"],
  [502, "<html>", "The service answered HTTP 502."],
])("a refusal %i %s", (status, body, sentence) => {
  expect(explainRefusal(status, body)).toBe(sentence);
});

test("a multipart frame carries the file's name, with quotes and line breaks escaped", () => {
  const { head, tail, contentType } = multipartFrame('a"b\n.mp4', "xyz");
  expect(contentType).toBe("multipart/form-data; boundary=xyz");
  expect(head.toString()).toContain('name="file"; filename="a%22b%0A.mp4"\r\n');
  expect(head.toString().endsWith("\r\n\r\n")).toBe(true);
  expect(tail.toString()).toBe("\r\n--xyz--\r\n");
});
