import { rm, writeFile } from "node:fs/promises";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { joinArguments, joinList } from "../../core/render-plan/join-arguments.ts";
import { planOutput } from "../../core/render-plan/output-plan.ts";
import type { FrameRange } from "../../core/time/frame-range.ts";
import {
  prepareAudio,
  type RenderCallbacks,
  type RenderedVideo,
  type RenderVideoJob,
  renderedVideo,
  renderFailure,
  timeoutSeconds,
} from "./render-video.ts";
import { verifyOutput } from "./verify-output.ts";

/**
 * Joins rendered segments without re-encoding, adds the source's audio and verifies the result.
 *
 * @param segments the frames of each, and the absolute path of its file
 * @param sourcePath absolute path of the source, of which only the audio is read
 * @param outputPath absolute path, overwritten; incomplete when this throws
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const joinSegments = async (
  job: RenderVideoJob,
  segments: readonly (FrameRange & { path: string })[],
  sourcePath: string,
  outputPath: string,
  watch: RenderCallbacks = {},
): Promise<RenderedVideo> => {
  const plan = planOutput(job.media, job.exportSettings, job.cuts ?? null);
  const listPath = `${outputPath}.segments.txt`;
  const audioPath = `${outputPath}.audio.m4a`;
  try {
    await writeFile(listPath, joinList(plan, segments));
    const cutAudioPath = await prepareAudio(plan, { sourcePath, dub: job.dub }, audioPath, watch);
    await runFfmpeg({
      args: joinArguments(plan, listPath, { sourcePath, cutAudioPath }, outputPath),
      timeoutSeconds: timeoutSeconds(plan),
      signal: watch.signal,
      onProgress: ({ frames }) => watch.onProgress?.(Math.min(1, frames / plan.frameCount)),
    });
  } catch (error) {
    throw renderFailure(error);
  } finally {
    await Promise.all([listPath, audioPath].map((path) => rm(path, { force: true })));
  }
  await verifyOutput(plan, outputPath, watch.signal);
  return renderedVideo(plan, outputPath);
};
