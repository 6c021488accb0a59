import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { NamedError } from "../../core/errors.ts";
import { type FontFace, fontFaceSchema } from "../../core/fonts/font-face.ts";

const inspection = fileURLToPath(new URL("./font-inspection.ts", import.meta.url));
const resultSchema = z.union([z.object({ face: fontFaceSchema }), z.object({ refused: z.string() })]);

export interface InspectionLimits {
  milliseconds: number;
  residentBytes: number;
}

/** A font of 50 MB takes less than 2 s and 400 MB. */
const defaultLimits: InspectionLimits = { milliseconds: 15_000, residentBytes: 900 * 1024 ** 2 };
const millisecondsBetweenLooks = 100;
const pageBytes = 4096;
const maxOutputCharacters = 65_536;

/** Memory that the process really uses; null where the system does not say (only Linux does). */
const residentBytesOf = async (pid: number): Promise<number | null> => {
  try {
    return Number((await readFile(`/proc/${pid}/statm`, "utf8")).split(" ")[1]) * pageBytes;
  } catch {
    return null;
  }
};

const unusable = (why: string): NamedError =>
  new NamedError("InvalidFont", `The font cannot be used: ${why}`);

/**
 * Reads and tries out a font file in a process of its own, within limits of time and memory. Throws NamedError
 * InvalidFont with a sentence for the client, also when the file has ended that process; the signal's reason.
 */
export const inspectFont = async (
  path: string,
  signal: AbortSignal,
  limits: InspectionLimits = defaultLimits,
): Promise<FontFace> => {
  signal.throwIfAborted();
  const output = await outputOf(path, signal, limits);
  signal.throwIfAborted();
  if (output === null) throw unusable("reading it takes too much time or memory, or fails altogether.");
  const result = resultSchema.parse(JSON.parse(output));
  if ("refused" in result) throw new NamedError("InvalidFont", result.refused);
  return result.face;
};

/** What the inspection printed; null when it did not come to its end. */
const outputOf = (path: string, signal: AbortSignal, limits: InspectionLimits): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--max-old-space-size=256", inspection, path], {
      stdio: ["ignore", "pipe", "ignore"],
      // Nothing of our environment but where programs are: no credentials. Skia must draw with this font alone.
      env: { PATH: process.env.PATH ?? "", DISABLE_SYSTEM_FONTS_LOAD: "1" },
      windowsHide: true,
    });
    const stop = (): void => void child.kill("SIGKILL");
    const deadline = setTimeout(stop, limits.milliseconds);
    const looks = setInterval(async () => {
      const bytes = child.pid === undefined ? null : await residentBytesOf(child.pid);
      if (bytes !== null && bytes > limits.residentBytes) stop();
    }, millisecondsBetweenLooks);
    signal.addEventListener("abort", stop, { once: true });
    const settle = (): void => {
      clearTimeout(deadline);
      clearInterval(looks);
      signal.removeEventListener("abort", stop);
    };
    let output = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      output = (output + text).slice(0, maxOutputCharacters);
    });
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (exitCode) => {
      settle();
      resolve(exitCode === 0 ? output : null);
    });
  });
