import { once } from "node:events";
import { startFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { createSplicer, sampleSpans } from "../../core/cuts/splice.ts";
import {
  aacChannels,
  aacSampleRate,
  decodeAudioArguments,
  encodeAudioArguments,
} from "../../core/render-plan/audio-arguments.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";

export interface CutAudioCallbacks {
  timeoutSeconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the kept audio of a source as AAC in an MP4 file with exactly the duration of the video. Audio is decoded,
 * joined and encoded as a stream, so that memory use does not depend on the number of cuts.
 *
 * @returns false, without writing, when nothing is cut or there is no audio
 * @throws MediaToolFailed
 */
export const cutAudio = async (
  plan: CompositedPlan,
  sourcePath: string,
  outputPath: string,
  callbacks: CutAudioCallbacks,
): Promise<boolean> => {
  const { audio, kept, fps } = plan;
  if (!audio || !kept) return false;
  const sampleRate = aacSampleRate(audio);
  const channels = aacChannels(audio);
  const splicer = createSplicer(sampleSpans(kept, fps, sampleRate), sampleRate, channels);
  const source = startFfmpeg({
    args: decodeAudioArguments(sourcePath, { ...plan, audio }, kept.at(-1)?.endFrame ?? 0),
    ...callbacks,
  });
  const encoder = startFfmpeg({ args: encodeAudioArguments(audio, outputPath), ...callbacks });
  source.stdin.end();
  encoder.stdout.resume();
  const write = async (samples: Float32Array): Promise<void> => {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    if (encoder.stdin.write(bytes) || encoder.stdin.destroyed) return;
    await Promise.race([once(encoder.stdin, "drain"), encoder.done]);
  };
  try {
    for await (const samples of wholeSamples(source.stdout, channels)) await write(splicer.push(samples));
    await source.done;
    await write(splicer.end());
    encoder.stdin.end();
    await encoder.done;
    return true;
  } catch (error) {
    source.kill();
    encoder.kill();
    throw error;
  }
};

/**
 * Splits a byte stream between samples of all channels. Chunks of a pipe may end within a sample; the arrays are
 * aligned for 32-bit floats.
 */
async function* wholeSamples(
  pieces: AsyncIterable<Buffer>,
  channels: number,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  const sampleBytes = 4 * channels;
  let left: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const length = left.length + piece.length;
    const usable = length - (length % sampleBytes);
    const bytes = new Uint8Array(length);
    bytes.set(left);
    bytes.set(piece, left.length);
    left = Buffer.from(bytes.subarray(usable));
    if (usable > 0) yield new Float32Array(bytes.buffer, 0, usable / 4);
  }
}
