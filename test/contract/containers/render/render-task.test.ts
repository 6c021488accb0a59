import { copyFile, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type RenderTaskDeps, renderTask } from "../../../../containers/render/render-task.ts";
import { NamedError } from "../../../../core/errors.ts";
import type { RenderJob } from "../../../../core/render-plan/render-job.ts";
import { templates } from "../../../../core/templates/catalog.ts";
import { spoken } from "../../../unit/core/captions/words.ts";
import { audioStream, mediaInfo } from "../../../unit/core/render-plan/media.ts";

const pacifico = resolve(import.meta.dirname, "../../../media/font/pacifico.woff2");
const [template] = templates;
if (!template) throw new Error("there is no template");

const job = (changes: Partial<RenderJob> = {}): RenderJob => ({
  taskId: "task",
  sourceKey: "videos/1/source",
  outputKey: "tasks/1/render/captioned.webm",
  media: mediaInfo({ video: null, durationSeconds: 0.5, audio: audioStream({ durationSeconds: 0.5 }) }),
  transcript: spoken("hi"),
  language: "en",
  template,
  renderOptions: {},
  exportSettings: { outputMode: "transparent", outputCodec: "vp9", width: 96, height: 64, fps: 12 },
  brolls: [],
  segments: [],
  ...changes,
});

const run = async (given: unknown, changes: Partial<RenderTaskDeps> = {}) => {
  const calls: string[] = [];
  const progress: number[] = [];
  const deps: RenderTaskDeps = {
    readJob: async () => given,
    download: async (key, path) => {
      calls.push(`download ${key}`);
      await writeFile(path, "not a video");
    },
    downloadFont: async (key, path) => {
      calls.push(`font ${key}`);
      await copyFile(pacifico, path);
    },
    upload: async (key, path, contentType) => {
      calls.push(`upload ${key} ${contentType} ${(await readFile(path)).length > 0}`);
    },
    reportProgress: (done) => progress.push(done),
    ...changes,
  };
  const ended = await renderTask("key", deps, new AbortController().signal).then(
    (result) => ({ result, error: null }),
    (error: Error) => ({ result: null, error }),
  );
  return { ...ended, calls, progress };
};

describe("a render task", () => {
  test("uploads a verified video to its key; overlays need no source", async () => {
    const { result, calls, progress } = await run(job());
    expect(result).toEqual({
      outputKey: "tasks/1/render/captioned.webm",
      durationSeconds: 0.5,
      frames: 6,
      width: 96,
      height: 64,
      segments: 0,
    });
    expect(calls).toEqual(["upload tasks/1/render/captioned.webm video/webm true"]);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  test("downloads the visible clips, each once, and none for a green canvas", async () => {
    const seen = { startSeconds: 0, endSeconds: 1, url: "https://clips.example", media: mediaInfo() };
    const brolls = [
      { ...seen, key: "a" },
      { ...seen, startSeconds: 1, endSeconds: 2, key: "a" },
      { ...seen, startSeconds: 400, endSeconds: 401, key: "beyond" },
    ];
    const renderedVideo = await run(job({ media: mediaInfo(), exportSettings: {}, brolls }));
    expect(renderedVideo.calls).toEqual(["download videos/1/source", "download a"]);
    expect((await run(job({ brolls }))).calls).toEqual([
      "upload tasks/1/render/captioned.webm video/webm true",
    ]);
  });

  test("uploads nothing when the source cannot be decoded", async () => {
    const { error, calls } = await run(job({ media: mediaInfo(), exportSettings: {} }));
    expect(error).toMatchObject({ name: "MediaUnreadable" });
    expect(calls).toEqual(["download videos/1/source"]);
  });

  test("fails with VideoUnavailable when the source does not exist", async () => {
    const { error } = await run(job({ media: mediaInfo(), exportSettings: {} }), {
      download: () => Promise.reject(new NamedError("VideoUnavailable", "The video is no longer there")),
    });
    expect(error).toMatchObject({ name: "VideoUnavailable" });
  });

  test("downloads the job's fonts before it renders, and fails with FontNotFound when one does not exist", async () => {
    const withFont = job({
      renderOptions: { styleOptions: { fontId: "brand" } },
      fonts: [{ fontId: "brand", fileKey: "fonts/brand/file" }],
    });
    const { calls } = await run(withFont);
    expect(calls[0]).toBe("font fonts/brand/file");
    expect(calls).toHaveLength(2);
    const { error, calls: others } = await run(withFont, {
      downloadFont: () => Promise.reject(new NamedError("FontNotFound", "The font brand has been deleted")),
    });
    expect(error).toMatchObject({ name: "FontNotFound" });
    expect(others).toEqual([]);
  });

  test("fails without a name when the job is invalid", async () => {
    const { error } = await run({ taskId: "task" });
    expect(error?.name).toBe("ZodError");
  });
});
