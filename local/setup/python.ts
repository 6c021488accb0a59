import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { aptInstall, canUseApt } from "./apt.ts";
import { run } from "./run.ts";

/** Oldest minor version of Python 3 that the pinned packages support. */
const minMinorVersion = 11;
/** Names of Python on PATH, in the order in which they are tried. */
export const pythonCommands = [
  "python3",
  "python3.13",
  "python3.12",
  "python3.11",
  "python3.10",
  "python3.14",
  "python",
];

export interface PythonInstallation {
  command: string;
  minor: number;
  /** Whether it can create a virtual environment with pip, which Debian packages separately. */
  canMakeVenv: boolean;
}

/** Parses the output of `versionScript`, such as `3 11 True`; null for other versions than 3. */
export function parsePythonVersion(command: string, output: string): PythonInstallation | null {
  const match = /^3 (\d+) (True|False)$/.exec(output.trim());
  return match ? { command, minor: Number(match[1]), canMakeVenv: match[2] === "True" } : null;
}

const versionScript =
  "import sys, importlib.util as u; print(*sys.version_info[:2], u.find_spec('venv') is not None and u.find_spec('ensurepip') is not None)";

async function findPython(): Promise<PythonInstallation> {
  let tooOld: PythonInstallation | null = null;
  for (const command of pythonCommands) {
    const { exitCode, stdout } = await run(command, ["-c", versionScript]);
    const found = exitCode === 0 ? parsePythonVersion(command, stdout) : null;
    if (found && found.minor >= minMinorVersion) return found;
    tooOld ??= found;
  }
  const problem = tooOld ? `Python 3.${tooOld.minor} is too old` : "Python was not found";
  const remedy =
    process.platform === "darwin" ? "brew install python" : "sudo apt-get install -y python3 python3-venv";
  throw new StartError(
    `${problem}. Install Python 3.${minMinorVersion} or later (${remedy}) and start again.`,
  );
}

/** Returns the message for a failed pip command from its output. */
export function explainPipFailure(output: string): string {
  if (/No space left on device|Errno 28/.test(output)) {
    return "The disk is full: Python packages and ffmpeg need about 1.5 GB. Free some space and start again.";
  }
  const unreachable =
    /NewConnectionError|name resolution|ConnectTimeout|Read ?Timeout|Connection (refused|reset)|ProxyError|SSLError|Network is unreachable|from versions: none/i;
  if (unreachable.test(output)) {
    return "The Python packages could not be downloaded because the package index cannot be reached. Connect to the network and start again; later starts need no network.";
  }
  const error = output.split("\n").findLast((line) => line.startsWith("ERROR:"));
  return `The Python packages could not be installed (${error?.slice("ERROR: ".length) ?? "pip failed"}).`;
}

async function createVenv(folder: string): Promise<void> {
  const python = await findPython();
  if (!python.canMakeVenv) {
    const packageName = `python3.${python.minor}-venv`;
    const failure = canUseApt() ? await aptInstall(packageName) : "";
    if (failure !== null) {
      throw new StartError(
        `Python's venv module is missing. Install it (sudo apt-get install -y ${packageName}) and start again.`,
      );
    }
  }
  const { exitCode, stdout, stderr } = await run(python.command, ["-m", "venv", "--clear", folder]);
  if (exitCode === 0) return;
  if (/No space left/.test(stdout + stderr)) throw new StartError(explainPipFailure(stdout + stderr));
  const reason = (stderr || stdout).trim().split("\n").at(-1);
  throw new StartError(`The Python environment ${folder} could not be created: ${reason}`);
}

/** A virtual environment: its folder and the requirements files, with hashes, that it is installed from. */
export interface Venv {
  folder: string;
  requirements: readonly string[];
}

/** The interpreter of a virtual environment. */
export const pythonOf = (venv: Pick<Venv, "folder">): string => join(venv.folder, "bin", "python");

/**
 * Creates a virtual environment, or updates it when a requirements file has changed. Returns immediately, without network,
 * when it is up to date. Throws StartError with the remedy.
 */
export async function ensureVenv(venv: Venv, progress: Progress): Promise<void> {
  const contents = createHash("sha256");
  for (const file of venv.requirements) contents.update(readFileSync(file));
  const hash = contents.digest("hex");
  const stamp = join(venv.folder, "capstack-requirements");
  // A link to a Python that was removed or upgraded counts as absent.
  const isUsable = existsSync(pythonOf(venv));
  if (isUsable && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;

  progress.update("Python packages", null);
  if (!isUsable) await createVenv(venv.folder);
  const files = venv.requirements.flatMap((file) => ["-r", file]);
  const { exitCode, stdout, stderr } = await run(pythonOf(venv), [...pipInstall, ...files], {
    onLine: (line) => showPip(line, progress),
  });
  if (exitCode !== 0) throw new StartError(explainPipFailure(stdout + stderr));
  progress.update("Python packages", 1);
  progress.finish();
  writeFileSync(stamp, hash);
}

// Requirements files list every package. Without dependency resolution, those that a file leaves out stay out (PyAV).
const pipInstall = [
  ...["-m", "pip", "install", "--no-deps", "--require-hashes", "--disable-pip-version-check"],
  ...["--progress-bar", "off", "--retries", "3"],
];

/**
 * Ensures the virtual environment with the packages of the emulator, of translation and of speech recognition, and if
 * `withDub` those of dubs. Throws StartError.
 */
export async function ensurePython(paths: LocalPaths, progress: Progress, withDub: boolean): Promise<void> {
  const files = [
    "local/engine/requirements.txt",
    "local/translator/requirements.txt",
    "containers/speech/requirements.txt",
    ...(withDub ? ["containers/dub/requirements.txt"] : []),
  ];
  const requirements = files.map((file) => join(paths.root, file));
  await ensureVenv({ folder: paths.venv, requirements }, progress);
}

function showPip(line: string, progress: Progress): void {
  const match = /^(Collecting|Downloading|Installing) (.*)/.exec(line.trim());
  if (match) progress.update("Python packages", null, `${match[1]} ${match[2]}`);
}
