import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { checkRequest, chooseTemplate, taskBody } from "../../../../local/caption/caption-file.ts";

describe("checkRequest", () => {
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
    dub: false,
  };

  test("writes the video beside its source, into the given folder or to the given path", () => {
    expect(checkRequest(request).out).toBe(join(folder, "my clip.captioned.mp4"));
    const elsewhere = { ...request, out: tmpdir() };
    expect(checkRequest(elsewhere).out).toBe(join(tmpdir(), "my clip.captioned.mp4"));
    expect(checkRequest({ ...request, out: join(folder, "a.mp4") }).out).toBe(join(folder, "a.mp4"));
  });

  test.each([
    [{ file: join(folder, "none.mp4") }, "none.mp4 does not exist"],
    [{ file: folder }, "is not a file"],
    [{ out: file }, "--out must not be the source file"],
    [{ out: `${folder}/none/` }, "none/ does not exist"],
    [{ out: `${folder}/none/a.mp4` }, "none does not exist"],
    [{ language: "klingon" }, "--language klingon is not a language code. Use one of af, am,"],
    [{ language: "Spanish" }, "--language Spanish is not a language code. The code of Spanish is es."],
    [{ dub: true }, "--dub requires --translate-to"],
    [{ dub: true, translateTo: "pt", mode: "greenScreen" as const }, "--dub requires --mode composited"],
    [{ translateTo: "German" }, "--translate-to German is not a language code. The code of German is de."],
  ])("rejects %j", (change, sentence) => {
    expect(() => checkRequest({ ...request, ...change })).toThrow(sentence);
  });

  test("accepts a language code in upper case", () => {
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
  ])("finds %s as template %s", (wanted, id) => {
    expect(chooseTemplate(templates, wanted).id).toBe(id);
  });

  test("rejects an unknown template and lists the names", () => {
    expect(() => chooseTemplate(templates, "Neon")).toThrow("Pop, Plain");
  });
});

describe("taskBody", () => {
  const video = { metadata: { width: 720, height: 1280, hasVideo: true } };
  const request = { language: null, translateTo: null, mode: "composited" as const, dub: false };

  test("sends no options by default", () => {
    expect(taskBody(request, "t", video)).toEqual({ templateId: "t", autoApprove: true });
  });

  test("requests a dub", () => {
    expect(taskBody({ ...request, translateTo: "pt", dub: true }, "t", video)).toMatchObject({ dub: true });
  });

  test("sets the source's size for an overlay, or full HD without a video stream", () => {
    const transparent = { language: "de", translateTo: "en", mode: "transparent" as const, dub: false };
    expect(taskBody(transparent, "t", video)).toEqual({
      templateId: "t",
      autoApprove: true,
      language: "de",
      translateTo: "en",
      exportSettings: { outputMode: "transparent", width: 720, height: 1280 },
    });
    const audio = { metadata: { width: null, height: null, hasVideo: false } };
    expect(taskBody(transparent, "t", audio)).toMatchObject({
      exportSettings: { width: 1920, height: 1080 },
    });
  });
});
