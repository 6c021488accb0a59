import { copyFile, readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type ImportMediaDeps, importMedia } from "../../../../containers/ingest/import-media.ts";
import { importResultSchema } from "../../../../core/workflows/video-import/video-import.ts";
import { type MediaOrigin, openMediaOrigin } from "./media-origin.ts";
import { media } from "./upload-service.ts";

const key = "videos/v1/source";
let origin: MediaOrigin;
beforeEach(async () => {
  origin = await openMediaOrigin();
});
afterEach(() => origin.close());

const deps = (): ImportMediaDeps => ({
  ...origin.deps(),
  download: (objectKey, target) => copyFile(media(objectKey), target),
  deleteObject: async (objectKey) => void origin.objects.delete(objectKey),
});
const none = new AbortController().signal;
const quota = { maxVideoBytes: 10 * 1024 ** 3, maxVideoSeconds: 21_600 };
const run = (url: string | null, sourceKey = key, signal = none, limits: Partial<typeof quota> = {}) =>
  importMedia({ videoId: "v1", sourceKey, url, ...quota, ...limits }, deps(), signal);

describe("the import of a URL", () => {
  test("stores the file and returns its media information", async () => {
    const result = importResultSchema.parse(await run(`${origin.url}/video/sy_portrait.mp4`));
    expect(result).toMatchObject({ filename: "sy_portrait.mp4", media: { width: 360, height: 640 } });
    expect(origin.objects.get(key)?.equals(await readFile(media("video/sy_portrait.mp4")))).toBe(true);
  });

  test.each([
    ["/page", "DownloadFailed", /HTML page/],
    ["/missing.mp4", "DownloadFailed", /404/],
    ["/video/sy_text.mp4", "UnsupportedMediaType", /text file/],
    ["/video/sy_concat_lfi.mp4", "UnsupportedMediaType", /playlist/],
    ["/video/sy_zero.mp4", "UnsupportedMediaType", /empty/],
    ["/video/sy_trunc_nomoov.mp4", "MediaUnreadable", /moov/],
  ])("rejects %s with %s and stores no object", async (target, name, message) => {
    await expect(run(`${origin.url}${target}`)).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    });
    expect(origin.objects.size).toBe(0);
  });

  test("rejects a file above the limits of the plan and stores no object", async () => {
    const video = `${origin.url}/video/sy_base.mp4`;
    const tooLarge = { name: "MediaTooLarge" };
    await expect(run(video, key, none, { maxVideoBytes: 1000 })).rejects.toMatchObject(tooLarge);
    await expect(run(video, key, none, { maxVideoSeconds: 10 })).rejects.toMatchObject(tooLarge);
    expect(origin.objects.size).toBe(0);
  });

  test("rejects a private address", async () => {
    await expect(run("http://10.0.0.1/a.mp4")).rejects.toMatchObject({ name: "AddressNotAllowed" });
  });

  test("stops on a signal", async () => {
    const stopped = run(`${origin.url}/video/sy_base.mp4`, key, AbortSignal.abort(new Error("stopped")));
    await expect(stopped).rejects.toThrow("stopped");
  });
});

describe("the import of a file that the client uploaded into the bucket", () => {
  test("returns its media information", async () => {
    const result = await run(null, "video/sy_noaudio.mp4");
    expect(result).toMatchObject({ media: { audio: null, durationSeconds: 11 } });
  });

  test("deletes a video longer than the plan permits", async () => {
    origin.objects.set("video/sy_noaudio.mp4", Buffer.from("video"));
    const imported = run(null, "video/sy_noaudio.mp4", none, { maxVideoSeconds: 10.5 });
    await expect(imported).rejects.toMatchObject({
      name: "MediaTooLarge",
      message: expect.stringMatching(/11 seconds.*10.5/),
    });
    expect(origin.objects.size).toBe(0);
  });

  test("deletes a file that is not accepted media", async () => {
    origin.objects.set("video/sy_gif_named.mp4", Buffer.from("GIF89a"));
    await expect(run(null, "video/sy_gif_named.mp4")).rejects.toMatchObject({ name: "UnsupportedMediaType" });
    expect(origin.objects.size).toBe(0);
  });
});
