import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Where everything of one instance lies. `shared` things serve all instances of this clone; the rest is one `--data`. */
export interface LocalPaths {
  root: string;
  shared: string;
  pinnedNode: string;
  venv: string;
  venvPython: string;
  /** Programs of the set-up, first on the PATH of every process: ffmpeg and ffprobe. */
  tools: string;
  speechModel: string;
  assemblies: string;
  data: string;
  logs: string;
  engineData: string;
  /** Working files of functions and containers; emptied at start. */
  scratch: string;
  dockerSocket: string;
  serviceFile: string;
  guests: string;
  accountFile: string;
  portsFile: string;
  processesFile: string;
  deployedFile: string;
}

/** A unix socket's path must fit into 104 bytes (macOS; 108 on Linux): a deep data folder gets one in the temp folder. */
function socketPath(data: string): string {
  const inside = join(data, "docker.sock");
  if (Buffer.byteLength(inside) < 100) return inside;
  const name = createHash("sha256").update(data).digest("hex").slice(0, 16);
  return join(tmpdir(), `capstack-${name}`, "docker.sock");
}

/** `dataFolder` as typed by the person, relative to where they are; null for the project's `.local`. */
export function localPaths(root: string, dataFolder: string | null): LocalPaths {
  const shared = join(root, ".local");
  const data = dataFolder === null ? shared : resolve(dataFolder);
  const venv = join(shared, "venv");
  return {
    root,
    shared,
    pinnedNode: join(root, "node_modules", "node", "bin", "node"),
    venv,
    venvPython: join(venv, "bin", "python"),
    tools: join(shared, "tools"),
    speechModel: join(shared, "speech-model"),
    assemblies: join(shared, "assemblies"),
    data,
    logs: join(data, "logs"),
    engineData: join(data, "engine"),
    scratch: join(data, "scratch"),
    dockerSocket: socketPath(data),
    serviceFile: join(data, "service.json"),
    guests: join(data, "guests"),
    accountFile: join(data, "account.json"),
    portsFile: join(data, "ports.json"),
    processesFile: join(data, "processes.json"),
    deployedFile: join(data, "deployed.json"),
  };
}
