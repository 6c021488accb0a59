import { fileURLToPath } from "node:url";
import { type AvcTrack, avcTrackSchema } from "../../core/videos/avc-track.ts";
import { type IsolationLimits, runIsolated } from "../isolated-process.ts";

const inspection = fileURLToPath(new URL("./avc-inspection.ts", import.meta.url));

/** 108,000 samples are 3 MB of JSON, and take 2 s and 300 MB. */
const limits: IsolationLimits = {
  cpuSeconds: 30,
  residentBytes: 2 ** 30,
  heapMebibytes: 512,
  outputCharacters: 8 * 2 ** 20,
};

/**
 * Reads a track of an untrusted local file in a separate process.
 *
 * @param trackIndex place of the track in the file, from 0
 * @returns null when its frame groups cannot be copied, or the file cannot be read within the limits
 */
export const readAvcTrack = async (
  path: string,
  trackIndex: number,
  signal: AbortSignal | undefined,
): Promise<AvcTrack | null> => {
  const output = await runIsolated(inspection, [path, String(trackIndex)], limits, signal);
  signal?.throwIfAborted();
  return output === null ? null : avcTrackSchema.nullable().parse(JSON.parse(output));
};
