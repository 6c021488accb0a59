import { fileURLToPath } from "node:url";
import * as z from "zod";
import { NamedError } from "../../core/errors.ts";
import { type FontFace, fontFaceSchema } from "../../core/fonts/font-face.ts";
import { type IsolationLimits, runIsolated } from "../isolated-process.ts";

const inspection = fileURLToPath(new URL("./font-inspection.ts", import.meta.url));
const resultSchema = z.union([z.object({ face: fontFaceSchema }), z.object({ rejected: z.string() })]);

/** A font of 50 MB takes less than 2 s and 400 MB. */
const defaultLimits: IsolationLimits = {
  cpuSeconds: 15,
  residentBytes: 900 * 1024 ** 2,
  heapMebibytes: 256,
};

const unusable = (why: string): NamedError =>
  new NamedError("InvalidFont", `The font cannot be used: ${why}`);

/**
 * Reads and test-renders a font file in a separate process, within limits of time and memory. Throws NamedError
 * InvalidFont with a sentence for the client, also when the file has ended that process; the signal's reason.
 */
export const inspectFont = async (
  path: string,
  signal: AbortSignal,
  limits: IsolationLimits = defaultLimits,
): Promise<FontFace> => {
  signal.throwIfAborted();
  // Skia must draw with this font alone.
  const output = await runIsolated(inspection, [path], limits, signal, { DISABLE_SYSTEM_FONTS_LOAD: "1" });
  signal.throwIfAborted();
  if (output === null) throw unusable("reading it takes too much time or memory, or fails altogether.");
  const result = resultSchema.parse(JSON.parse(output));
  if ("rejected" in result) throw new NamedError("InvalidFont", result.rejected);
  return result.face;
};
