import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { AudioContent } from "../../core/videos/choose-audio.ts";
import { type IsolationLimits, runIsolated } from "../isolated-process.ts";

const analysis = fileURLToPath(new URL("./audio-analysis.ts", import.meta.url));

/** Limits for all tracks: one without speech takes up to 13 s on one core, in addition to its decoding. */
const limits: IsolationLimits = {
  cpuSeconds: 600,
  residentBytes: 1024 ** 3,
  heapMebibytes: 512,
};

const contentsSchema = z.array(
  z.object({
    streamIndex: z.number().int(),
    isSilent: z.boolean(),
    hasSpeech: z.boolean(),
    alternativeTo: z.array(z.number().int()),
    copies: z.array(z.number().int()),
  }),
);

/**
 * Analyzes what the audio tracks of an untrusted local file contain, in a separate process.
 *
 * @returns empty when that takes longer or more memory than the limits; the default track is then used
 */
export const analyzeAudio = async (
  path: string,
  streamIndexes: readonly number[],
  signal: AbortSignal | undefined,
): Promise<AudioContent[]> => {
  const output = await runIsolated(analysis, [path, ...streamIndexes.map(String)], limits, signal);
  signal?.throwIfAborted();
  return output === null ? [] : contentsSchema.parse(JSON.parse(output));
};
