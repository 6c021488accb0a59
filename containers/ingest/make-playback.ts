import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMediaFailure, runFfmpeg, startFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { NamedError } from "../../core/errors.ts";
import { peaksArguments, posterArguments, proxyArguments } from "../../core/render-plan/proxy-arguments.ts";
import { peaksKey, posterKey, proxyKey } from "../../core/storage/keys.ts";
import { type LoudnessPeaks, peaksPerSecond } from "../../core/videos/loudness-peaks.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import type { PlaybackMade } from "../../core/workflows/video-import/video-import.ts";
import type { ImportTaskInput } from "./environment.ts";
import { loudnessPeaks } from "./loudness-peaks.ts";

export interface MakePlaybackDeps {
  /** Throws NamedError UploadIncomplete when the object does not exist. */
  download: (key: string, path: string, signal: AbortSignal) => Promise<void>;
  probe: (path: string, signal: AbortSignal) => Promise<MediaInfo>;
  uploadFile: (key: string, path: string, contentType: string, signal: AbortSignal) => Promise<void>;
}

/** As in the probe of an upload: hostile media must not exhaust the machine. */
const memoryBytes = 4 * 1024 ** 3;
/** On one core a 4K source takes three times its duration, and a hostile one longer. Less than the 4 h of the machine. */
const timeoutSeconds = ({ durationSeconds }: MediaInfo): number =>
  Math.min(13_000, 300 + 10 * durationSeconds);

const asUnreadable = (error: unknown): never => {
  if (!isMediaFailure(error)) throw error;
  throw new NamedError("MediaUnreadable", "The source cannot be converted for playback.", { cause: error });
};

/** Writes the peaks of a proxy as JSON. */
const writePeaks = async (proxyPath: string, outputPath: string, limits: Limits): Promise<void> => {
  const ffmpeg = startFfmpeg({ args: peaksArguments(proxyPath), ...limits });
  ffmpeg.stdin.end();
  const [peaks] = await Promise.all([loudnessPeaks(ffmpeg.stdout), ffmpeg.done.catch(asUnreadable)]);
  const content: LoudnessPeaks = { peaksPerSecond, peaks };
  await writeFile(outputPath, JSON.stringify(content));
};

interface Limits {
  timeoutSeconds: number;
  memoryBytes: number;
  signal: AbortSignal;
}

/**
 * Makes the files for players in browsers from an uploaded source: proxy, poster and peaks (core/videos/playback.ts). Idempotent.
 * Throws NamedError UploadIncomplete, MediaUnreadable and those of the probe.
 */
export const makePlayback = (
  { videoId, sourceKey }: Pick<ImportTaskInput, "videoId" | "sourceKey">,
  { download, probe, uploadFile }: MakePlaybackDeps,
  signal: AbortSignal,
): Promise<PlaybackMade> =>
  withScratchFolder("playback", async (folder) => {
    const source = join(folder, "source");
    await download(sourceKey, source, signal);
    const media = await probe(source, signal);
    const limits: Limits = { timeoutSeconds: timeoutSeconds(media), memoryBytes, signal };
    const run = (args: string[]): Promise<unknown> => runFfmpeg({ args, ...limits }).catch(asUnreadable);
    const [proxy, poster, peaks] = [join(folder, "proxy.mp4"), join(folder, "still"), join(folder, "peaks")];
    await run(proxyArguments(media, source, proxy));
    if (media.video) {
      await run(posterArguments(proxy, poster));
      await uploadFile(posterKey(videoId), poster, "image/jpeg", signal);
    }
    if (media.audio) {
      await writePeaks(proxy, peaks, limits);
      await uploadFile(peaksKey(videoId), peaks, "application/json", signal);
    }
    await uploadFile(proxyKey(videoId), proxy, media.video ? "video/mp4" : "audio/mp4", signal);
    return { playback: "ready" };
  });
