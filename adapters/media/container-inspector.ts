import { fileURLToPath } from "node:url";
import { type ContainerIndex, containerIndexSchema } from "../../core/videos/container-index.ts";
import { type IsolationLimits, runIsolated } from "../isolated-process.ts";

const inspection = fileURLToPath(new URL("./container-inspection.ts", import.meta.url));

/** An index of 60 MB, six hours at 120 frames per second, takes 6 s and 900 MB. */
const defaultLimits: IsolationLimits = {
  cpuSeconds: 60,
  residentBytes: 2 * 1024 ** 3,
  heapMebibytes: 1536,
};

/**
 * Reads the index of an untrusted local file in a separate process.
 *
 * @returns null for a file whose index cannot be read within the limits; ffprobe then decides
 */
export const inspectContainer = async (
  path: string,
  signal: AbortSignal | undefined,
  limits: IsolationLimits = defaultLimits,
): Promise<ContainerIndex | null> => {
  const output = await runIsolated(inspection, [path], limits, signal);
  signal?.throwIfAborted();
  return output === null ? null : containerIndexSchema.parse(JSON.parse(output));
};
