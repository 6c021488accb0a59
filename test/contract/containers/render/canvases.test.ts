import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../../../adapters/scratch-folder.ts";
import { renderVideo } from "../../../../containers/render/render-video.ts";
import { templates } from "../../../../core/templates/catalog.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { alpha, frame, media, openStudio, pixelsOf, probe } from "./output-file.ts";

const studio = openStudio();
afterAll(() => studio.close());

const largest = (bytes: Buffer): number => bytes.reduce((most, value) => Math.max(most, value), 0);

const speech = [word("CANVAS", 0.1, 0.3)];
const blue = { fontColor: "#2E86DE", fontSize: 90, fontWeight: 900, stroke: "m" } as const;

describe("green canvas", () => {
  test("is #04F404, has captions in exact colors, and no audio", async () => {
    const video = await studio.render({
      source: "video/sy_0.4s.mp4",
      transcript: speech,
      template: "Plain",
      options: { styleOptions: blue },
      settings: { outputMode: "greenScreen", fps: 59.94, speed: "standard" },
    });
    expect(probe(video.path).streams).toHaveLength(1);
    const empty = frame(video.path, 0);
    expect(pixelsOf(empty, [0x04, 0xf4, 0x04])).toBe(640 * 360);
    const spoken = frame(video.path, 12);
    expect(pixelsOf(spoken, [0x2e, 0x86, 0xde])).toBeGreaterThan(2000);
    expect(video.frames).toBe(24);
  });
});

describe("transparent canvas", () => {
  test.each([
    ["prores4444", "prores"],
    ["vp9", "vp9"],
  ] as const)("%s keeps its alpha", async (outputCodec, codec) => {
    const video = await studio.render({
      source: "video/sy_0.4s.mp4",
      transcript: speech,
      template: "Plain",
      options: { styleOptions: blue },
      settings: { outputMode: "transparent", outputCodec, width: 640, height: 360, speed: "standard" },
    });
    expect(video.frames).toBe(12);
    expect(probe(video.path).streams).toMatchObject([{ codec_name: codec, width: 640, height: 360 }]);
    // Before, during and after the speech.
    expect(largest(alpha(video.path, 0))).toBe(0);
    const spoken = alpha(video.path, 6);
    expect(largest(spoken)).toBeGreaterThanOrEqual(254);
    expect(largest(spoken.subarray(0, 640 * 100))).toBeLessThanOrEqual(2);
    for (const after of [9, 11]) expect(largest(alpha(video.path, after))).toBeLessThanOrEqual(2);
    expect(pixelsOf(frame(video.path, 6), [0x2e, 0x86, 0xde])).toBeGreaterThan(2000);
  });

  test.each(["prores4444", "vp9"] as const)(
    "%s of an audio source has an odd size and a video frame rate",
    async (outputCodec) => {
      const video = await studio.render({
        source: "speech/jfk.flac",
        transcript: speech,
        settings: { outputMode: "transparent", outputCodec, width: 181, height: 321, fps: 23.976 },
      });
      expect(video).toMatchObject({ width: 181, height: 321, frames: 264 });
    },
  );

  test("is transparent without speech", async () => {
    const video = await studio.render({
      source: "video/sy_0.4s.mp4",
      settings: { outputMode: "transparent", width: 64, height: 64 },
    });
    expect(largest(alpha(video.path, 11))).toBe(0);
  });
});

describe("failures", () => {
  const [template] = templates;
  const render = async (content: string) =>
    withScratchFolder("render-test", async (folder) => {
      const source = join(folder, "source.mp4");
      writeFileSync(source, content);
      if (!template) throw new Error("there is no template");
      return await renderVideo(
        {
          media: await probeMedia(media("video/sy_base.mp4")),
          transcript: speech,
          language: "en",
          template,
          renderOptions: {},
          exportSettings: {},
        },
        source,
        join(folder, "out.mp4"),
      );
    });

  test("a file that is not a video fails with MediaUnreadable", async () => {
    await expect(render("this is not a video")).rejects.toMatchObject({ name: "MediaUnreadable" });
  });

  test("a script that refers to other files is not opened", async () => {
    await expect(render("ffconcat version 1.0\nfile '/etc/hostname'\n")).rejects.toMatchObject({
      name: "MediaUnreadable",
    });
  });

  test("a signal stops the render", async () => {
    const stop = new AbortController();
    const source = media("video/sy_base.mp4");
    if (!template) throw new Error("there is no template");
    const job = {
      media: await probeMedia(source),
      transcript: speech,
      language: "en",
      template,
      renderOptions: {},
      exportSettings: {},
    };
    await withScratchFolder("render-test", async (folder) => {
      const rendering = renderVideo(job, source, join(folder, "out.mp4"), { signal: stop.signal });
      stop.abort();
      await expect(rendering).rejects.toMatchObject({ name: "MediaToolFailed", reason: "aborted" });
    });
  });
});
