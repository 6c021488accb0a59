/**
 * Prints what the audio tracks of one file contain, as JSON. Runs as a separate process (adapters/media/audio-analyzer.ts).
 *
 *   node adapters/media/audio-analysis.ts FILE STREAM_INDEX...
 */

import { analyzedSampleRate, isCopy, isRepeated, isVersion } from "../../core/videos/audio-levels.ts";
import type { AudioContent } from "../../core/videos/choose-audio.ts";
import { analyzedAudioArguments } from "../../core/videos/probe-arguments.ts";
import { wallClockSeconds } from "../process-limits.ts";
import { isMediaFailure, MediaToolFailed, startFfmpeg } from "./ffmpeg.ts";

// The library's loader checks for a browser and needs nothing else of it.
Object.assign(globalThis, { window: globalThis, document: {} });
const { loadSpeechDetector } = await import("./speech-detector.ts");
type DetectedContent = import("./speech-detector.ts").DetectedContent;

/** Of decoding one track. */
const cpuSeconds = 600;

const createDetector = await loadSpeechDetector();

/** Decodes a track until its content is known. */
const analyze = async (path: string, streamIndex: number): Promise<DetectedContent> => {
  const detector = createDetector();
  const args = analyzedAudioArguments(path, streamIndex, analyzedSampleRate);
  const { stdin, stdout, done, kill } = startFfmpeg({
    args,
    cpuSeconds,
    timeoutSeconds: wallClockSeconds(cpuSeconds),
  });
  stdin.end();
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of stdout) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const usable = bytes.length - (bytes.length % 2);
    const samples = new Int16Array(new Uint8Array(bytes.subarray(0, usable)).buffer);
    rest = bytes.subarray(usable);
    if (detector.push(samples)) break;
  }
  kill();
  // A track that is damaged later has been analyzed up to the damage.
  await done.catch((error: unknown) => {
    const isAborted = error instanceof MediaToolFailed && error.reason === "aborted";
    if (!isAborted && !isMediaFailure(error)) throw error;
  });
  return detector.finish();
};

const [, , path = "", ...indexes] = process.argv;
const tracks: { streamIndex: number; content: DetectedContent }[] = [];
for (const streamIndex of indexes.map(Number)) {
  tracks.push({ streamIndex, content: await analyze(path, streamIndex) });
}
const contents = tracks.map(({ streamIndex, content }, place): AudioContent => {
  const isAlternative = (earlier: DetectedContent): boolean =>
    isRepeated(earlier, content) || (earlier.hasSpeech && isVersion(earlier, content));
  const alternativesTo = tracks.slice(0, place).filter((earlier) => isAlternative(earlier.content));
  const copies = tracks.filter((other) => other.content !== content && isCopy(other.content, content));
  const { isSilent, hasSpeech } = content;
  return {
    streamIndex,
    isSilent,
    hasSpeech,
    alternativeTo: alternativesTo.map((earlier) => earlier.streamIndex),
    copies: copies.map((copy) => copy.streamIndex),
  };
});
console.log(JSON.stringify(contents));
