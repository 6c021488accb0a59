import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Paths of one instance. All instances of a clone use `shared`; `data` and what is in it belong to one instance. */
export interface LocalPaths {
  root: string;
  shared: string;
  pinnedNode: string;
  venv: string;
  venvPython: string;
  /** Programs that set-up installs, first on the PATH of every process: ffmpeg and ffprobe. */
  tools: string;
  speechModel: string;
  /** Folder of the translation models. */
  translationModels: string;
  /** Folder of the weights of dubs. */
  dubWeights: string;
  assemblies: string;
  data: string;
  logs: string;
  engineData: string;
  /** Temporary files of functions and containers, removed at start. */
  scratch: string;
  dockerSocket: string;
  serviceFile: string;
  clients: string;
  accountFile: string;
  portsFile: string;
  processesFile: string;
  deployedFile: string;
}

/** Environment variable with the folder of translation models of the operator's. */
export const translationModelsSetting = "CAPSTACK_TRANSLATION_MODELS";

/** The path of a unix socket is limited to 104 bytes (macOS; 108 on Linux): a longer one is replaced by one in the temporary folder. */
function socketPath(data: string): string {
  const inside = join(data, "docker.sock");
  if (Buffer.byteLength(inside) < 100) return inside;
  const name = createHash("sha256").update(data).digest("hex").slice(0, 16);
  return join(tmpdir(), `capstack-${name}`, "docker.sock");
}

/** @param dataFolder relative to the working folder; null for the project's `.local` */
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
    translationModels: process.env[translationModelsSetting] || join(shared, "translation-models"),
    dubWeights: join(shared, "dub-weights"),
    assemblies: join(shared, "assemblies"),
    data,
    logs: join(data, "logs"),
    engineData: join(data, "engine"),
    scratch: join(data, "scratch"),
    dockerSocket: socketPath(data),
    serviceFile: join(data, "service.json"),
    clients: join(data, "clients"),
    accountFile: join(data, "account.json"),
    portsFile: join(data, "ports.json"),
    processesFile: join(data, "processes.json"),
    deployedFile: join(data, "deployed.json"),
  };
}
