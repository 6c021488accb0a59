import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { connectionLost, explainRefusal } from "../../../../local/caption/api-client.ts";
import { checkRequest, chooseTemplate, taskBody } from "../../../../local/caption/caption-file.ts";
import { multipartFrame } from "../../../../local/caption/multipart.ts";
import { defaultOutputPath } from "../../../../local/caption/output-path.ts";

test.each([
  ["clip.mp4", "composited", "clip.captioned.mp4"],
  ["/films/my clip.MOV", "greenScreen", "/films/my clip.captioned.mp4"],
  ["talk.v2.mp4", "transparent", "talk.v2.captioned.mov"],
  ["noextension", "composited", "noextension.captioned.mp4"],
  [".hidden", "composited", ".hidden.captioned.mp4"],
] as const)("%s in mode %s becomes %s", (file, mode, expected) => {
  expect(defaultOutputPath(file, mode)).toBe(expected);
});

describe("what can be known before any work", () => {
  const folder = mkdtempSync(join(tmpdir(), "capstack-request-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "my clip.mp4");
  writeFileSync(file, "");
  const request = {
    file,
    out: null,
    template: null,
    language: null,
    translateTo: null,
    mode: "composited" as const,
  };

  test("the film goes beside its source, into a folder under the same name, or where it is said", () => {
    expect(checkRequest(request).out).toBe(join(folder, "my clip.captioned.mp4"));
    const elsewhere = { ...request, out: tmpdir() };
    expect(checkRequest(elsewhere).out).toBe(join(tmpdir(), "my clip.captioned.mp4"));
    expect(checkRequest({ ...request, out: join(folder, "a.mp4") }).out).toBe(join(folder, "a.mp4"));
  });

  test.each([
    [{ file: join(folder, "none.mp4") }, "none.mp4 does not exist"],
    [{ file: folder }, "is not a file"],
    [{ out: file }, "--out must not be the file itself"],
    [{ out: `${folder}/none/` }, "none/ does not exist"],
    [{ out: `${folder}/none/a.mp4` }, "none does not exist"],
    [{ language: "klingon" }, "--language klingon: give one of af, am,"],
    [{ language: "Spanish" }, "--language Spanish: the code of Spanish is es."],
    [{ translateTo: "German" }, "--translate-to German: the code of German is de."],
  ])("%j is refused", (change, sentence) => {
    expect(() => checkRequest({ ...request, ...change })).toThrow(sentence);
  });

  test("a language's code is one in any case", () => {
    expect(() => checkRequest({ ...request, language: "EN" })).not.toThrow();
  });
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

test("a service that goes away is told in a sentence; defects keep their own words", () => {
  const refused = new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  expect(connectionLost(refused)).toMatchObject({ name: "StartError" });
  expect(connectionLost(Object.assign(new Error("socket"), { code: "ECONNRESET" }))).toMatchObject({
    name: "StartError",
  });
  const defect = new TypeError("undefined is not a function");
  expect(connectionLost(defect)).toBe(defect);
});

test("a multipart frame carries the file's name, with quotes and line breaks escaped", () => {
  const { head, tail, contentType } = multipartFrame('a"b\n.mp4', "xyz");
  expect(contentType).toBe("multipart/form-data; boundary=xyz");
  expect(head.toString()).toContain('name="file"; filename="a%22b%0A.mp4"\r\n');
  expect(head.toString().endsWith("\r\n\r\n")).toBe(true);
  expect(tail.toString()).toBe("\r\n--xyz--\r\n");
});
