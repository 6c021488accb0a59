import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MediaToolFailed } from "../../adapters/media/ffmpeg.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { importMedia } from "../../containers/ingest/import-media.ts";
import { renderVideo } from "../../containers/render/render-video.ts";
import { type ErrorName, isNamedError } from "../../core/errors.ts";
import type { ExportSettings } from "../../core/settings/render-settings.ts";
import { findTemplate } from "../../core/templates/catalog.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import { readWithMediabunny } from "../contract/containers/render/readers/readers.ts";
import { word } from "../unit/core/captions/words.ts";
import type { LengthQuestion } from "./length-worker.ts";
import type { LimitedProcess } from "./limited-process.ts";

/** The result for a file: an expected outcome with its name, or a finding. */
export type Outcome =
  | { kind: "rejected"; name: string }
  | { kind: "completed"; frames: number }
  | { kind: "accepted"; media: MediaInfo }
  | { kind: "finding"; what: string };

const finding = (what: string): Outcome => ({ kind: "finding", what });

/** Names with which an import may reject a file. */
const importErrors: readonly ErrorName[] = [
  "MediaUnreadable",
  "MediaProtected",
  "MediaUnsupported",
  "MediaTooLarge",
  "NoVideoOrAudioStream",
  "UnsupportedMediaType",
];

/** The same limit as a plan may have; a render of it takes half a minute. */
const maxVideoSeconds = 120;
const limitSeconds = 120;

const toolFailureOf = (error: unknown): MediaToolFailed | null =>
  error instanceof Error && error.cause instanceof MediaToolFailed ? error.cause : null;

/** A named error is expected unless a tool crashed or timed out: then a small file has revealed a defect. */
const rejection = (error: unknown, allowed: readonly string[], stage: string): Outcome => {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const reason = toolFailureOf(error)?.reason;
  if (reason === "signal" || reason === "timeout") return finding(`${stage}: ${reason} (${text})`);
  if (isNamedError(error) && allowed.includes(error.name)) return { kind: "rejected", name: error.name };
  return finding(`${stage}: ${text}`);
};

/** Imports a file like the container after the client has uploaded it into the bucket. */
export const importFile = async (bytes: Buffer): Promise<Outcome> => {
  const job = { videoId: "fuzz", sourceKey: "source", url: null, maxVideoBytes: 2 ** 30, maxVideoSeconds };
  const never = (): never => {
    throw new Error("an import from the bucket uses neither the network nor an upload");
  };
  const startedMs = Date.now();
  try {
    const { media } = await importMedia(
      job,
      {
        egress: { fetchFile: never } as never,
        openUpload: never,
        probe: probeMedia,
        download: (_key, path) => writeFile(path, bytes),
        deleteObject: async () => {},
      },
      new AbortController().signal,
    );
    if (Date.now() - startedMs > limitSeconds * 1000) return finding("import: slower than its limit");
    return { kind: "accepted", media };
  } catch (error) {
    return rejection(error, importErrors, "import");
  }
};

const transcript = [word("Fuzz", 0, 0.2), word("media.", 0.2, 0.4)];

/**
 * Renders an accepted file at a small size, and reads the output with mediabunny. A source whose damage is only
 * detected by decoding may fail as MediaUnreadable.
 */
export const renderFile = async (path: string, media: MediaInfo, folder: string): Promise<Outcome> => {
  const template = findTemplate("Pop");
  if (!template) throw new Error("no template");
  const outputPath = join(folder, media.video ? "output.mp4" : "output.mov");
  const exportSettings: ExportSettings = { speed: "ultraFast", fps: 24, width: 160, height: 90 };
  if (!media.video) exportSettings.outputMode = "transparent";
  const job = { media, transcript, language: "en", template, renderOptions: {}, exportSettings };
  const startedMs = Date.now();
  try {
    const video = await renderVideo(job, path, outputPath);
    if (Date.now() - startedMs > 2 * limitSeconds * 1000) return finding("render: slower than its limit");
    const difference = await contradiction(outputPath, video.frames, media);
    return difference === null
      ? { kind: "completed", frames: video.frames }
      : finding(`output: ${difference}`);
  } catch (error) {
    return rejection(error, ["MediaUnreadable"], "render");
  } finally {
    await rm(outputPath, { force: true });
  }
};

/** Returns the objections of the second reader to an output; null when it agrees. */
const contradiction = async (path: string, frames: number, media: MediaInfo): Promise<string | null> => {
  const { tracks } = await readWithMediabunny(path);
  const types = tracks.map(({ type }) => type).join(" and ");
  const expectedTypes = media.video && media.audio ? "video and audio" : "video";
  if (types !== expectedTypes) return `${types} instead of ${expectedTypes}`;
  const times = tracks[0]?.packets.map(({ seconds }) => seconds).sort((a, b) => a - b) ?? [];
  if (times.length !== frames) return `${times.length} frames instead of ${frames}`;
  if (times.some((seconds, index) => Math.abs(seconds - index / 24) > 1e-4)) return "frames at other times";
  return null;
};

/** Tolerated differences between two readers of a damaged file: a second, and a quarter of the duration. */
const toleratedSeconds = (seconds: number): number => Math.max(1, seconds / 4);

/**
 * Returns the difference between mediabunny's duration and the measured one; null when they agree or mediabunny cannot
 * read the file.
 */
export const lengthContradiction = async (
  path: string,
  media: MediaInfo,
  reader: LimitedProcess<number | null>,
): Promise<string | null> => {
  const question: LengthQuestion = { path, type: media.video ? "video" : "audio" };
  const seconds = await reader.send(question);
  const measured = (media.video ?? media.audio)?.durationSeconds ?? 0;
  if (typeof seconds !== "number" || Math.abs(seconds - measured) <= toleratedSeconds(measured)) return null;
  return `${measured.toFixed(2)} s measured, ${seconds.toFixed(2)} s by mediabunny`;
};
