import { fileURLToPath } from "node:url";
import type { TimeSpan } from "../../core/time/time-span.ts";
import { type IsolationLimits, runIsolated } from "../isolated-process.ts";
import { type ByteRanges, byteRangesSchema } from "./sample-ranges.ts";

const inspection = fileURLToPath(new URL("./range-inspection.ts", import.meta.url));

/** The index of six hours at 60 frames per second takes 5 s and 500 MB. */
const limits: IsolationLimits = {
  cpuSeconds: 15,
  residentBytes: 2 ** 30,
  heapMebibytes: 768,
  outputCharacters: 2 ** 20,
};

/**
 * Reads the index of an untrusted local file in a separate process. The file needs its index only; its other parts may be
 * holes.
 *
 * @returns what decoding the span reads (adapters/media/sample-ranges.ts); null when the index does not locate it
 */
export const readNeededRanges = async (
  path: string,
  { startSeconds, endSeconds }: TimeSpan,
  signal: AbortSignal | undefined,
): Promise<ByteRanges | null> => {
  const output = await runIsolated(
    inspection,
    [path, String(startSeconds), String(endSeconds)],
    limits,
    signal,
  );
  signal?.throwIfAborted();
  return output === null ? null : byteRangesSchema.nullable().parse(JSON.parse(output));
};
