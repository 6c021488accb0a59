import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { aptInstall, canUseApt } from "./apt.ts";
import { findShortcoming } from "./ffmpeg-capabilities.ts";
import { run } from "./run.ts";

/** First executable of that name on PATH; null when there is none. */
export function findOnPath(name: string, path = process.env.PATH ?? ""): string | null {
  for (const folder of path.split(delimiter).filter((entry) => entry !== "")) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return realpathSync(candidate);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** The one command that installs a full ffmpeg on this platform. */
export function installCommand(
  platform: NodeJS.Platform,
  hasFile: (path: string) => boolean = existsSync,
): string {
  if (platform === "darwin") return "brew install ffmpeg";
  if (hasFile("/usr/bin/apt-get")) return "sudo apt-get install -y ffmpeg";
  if (hasFile("/usr/bin/dnf")) return "sudo dnf install -y ffmpeg --allowerasing";
  if (hasFile("/sbin/apk")) return "sudo apk add ffmpeg";
  if (hasFile("/usr/bin/pacman")) return "sudo pacman -S ffmpeg";
  return "your package manager's command for ffmpeg";
}

/** null when ffmpeg and ffprobe are there and good; else what is wrong, as the start of a sentence. */
async function findProblem(): Promise<string | null> {
  const ffmpeg = findOnPath("ffmpeg");
  if (ffmpeg === null) return "ffmpeg was not found";
  if (findOnPath("ffprobe") === null) return "ffprobe was not found";
  const ask = async (what: string) => (await run(ffmpeg, ["-hide_banner", what])).stdout;
  const [version, encoders, filters] = await Promise.all([
    ask("-version"),
    ask("-encoders"),
    ask("-filters"),
  ]);
  const shortcoming = findShortcoming({ version, encoders, filters });
  return shortcoming === null ? null : `The ffmpeg at ${ffmpeg} ${shortcoming}`;
}

/** Names the very binaries that were found good, so that an unchanged machine is not asked again. */
function fingerprint(): string | null {
  const files = ["ffmpeg", "ffprobe"].map((name) => findOnPath(name));
  if (files.some((file) => file === null)) return null;
  return files
    .map((file) => `${file} ${statSync(file as string).size} ${statSync(file as string).mtimeMs}`)
    .join("\n");
}

/** Throws StartError with the platform's command when ffmpeg is missing or not enough and cannot be installed here. */
export async function ensureFfmpeg(stampPath: string, progress: Progress): Promise<void> {
  const known = readJsonFile<{ fingerprint: string }>(stampPath);
  if (known !== null && known.fingerprint === fingerprint()) return;
  let problem = await findProblem();
  let aptFailure: string | null = null;
  if (problem !== null && canUseApt()) {
    progress.show("Installing ffmpeg", null, problem);
    aptFailure = await aptInstall("ffmpeg");
    progress.finish();
    problem = await findProblem();
  }
  if (problem !== null) {
    const reason = aptFailure === null ? "" : ` (apt-get: ${aptFailure})`;
    throw new StartError(`${problem}${reason}. Install it with: ${installCommand(process.platform)}`);
  }
  writeJsonFile(stampPath, { fingerprint: fingerprint() });
}
