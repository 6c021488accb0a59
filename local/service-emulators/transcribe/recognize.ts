import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type Recognition, recognitionSchema } from "../../../core/transcript/recognition.ts";
import { signalGroup } from "../../processes/process-identity.ts";
import type { ProcessRegistry } from "../../processes/process-registry.ts";

export interface RecognitionDeps {
  s3: S3Client;
  registry: Pick<ProcessRegistry, "add" | "remove">;
  python: string;
  /** The repository's root, for the speech container's code. */
  root: string;
  scratch: string;
  environment: Readonly<Record<string, string>>;
}

export interface MediaProperties {
  /** Null if the container lacks it, as in FLAC that was written to a pipe. */
  durationSeconds: number | null;
  sampleRateHertz: number | null;
  /** Container formats, as ffmpeg names them. */
  formats: string[];
}

/** Transcribes an object of the bucket with Whisper. `check` gets the properties of the media first and may throw. */
export async function recognizeObject(
  source: { bucket: string; key: string; language: string | null },
  check: (media: MediaProperties) => void,
  deps: RecognitionDeps,
): Promise<Recognition> {
  const folder = await mkdtemp(join(deps.scratch, "transcribe-"));
  try {
    const media = join(folder, "media");
    const object = await deps.s3.send(new GetObjectCommand({ Bucket: source.bucket, Key: source.key }));
    await pipeline(object.Body as Readable, createWriteStream(media));
    check(await probe(media, folder, deps));
    const language = source.language === null ? [] : ["--language", source.language];
    const args = [join(deps.root, "containers", "speech"), "recognize", media, ...language];
    const text = await runCommand(deps.python, args, folder, deps);
    return recognitionSchema.parse(JSON.parse(text));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function probe(media: string, folder: string, deps: RecognitionDeps): Promise<MediaProperties> {
  const args = ["-v", "error", "-of", "json", "-select_streams", "a", "-protocol_whitelist", "file"];
  args.push("-show_entries", "format=duration,format_name:stream=sample_rate", media);
  const probed = JSON.parse(await runCommand("ffprobe", args, folder, deps)) as {
    streams?: { sample_rate?: string }[];
    format?: { duration?: string; format_name?: string };
  };
  return {
    durationSeconds: Number(probed.format?.duration ?? 0) || null,
    sampleRateHertz: Number(probed.streams?.[0]?.sample_rate ?? 0) || null,
    formats: (probed.format?.format_name ?? "").split(","),
  };
}

const maxStderrCharacters = 2000;

/** Runs the command and returns its stdout, which goes through a file: hours of words are too much to buffer from a pipe. */
async function runCommand(
  command: string,
  args: readonly string[],
  folder: string,
  { registry, environment, root }: RecognitionDeps,
): Promise<string> {
  const path = join(folder, "output");
  const output = await open(path, "w");
  try {
    const child = spawn(command, [...args], {
      cwd: root,
      env: { ...environment },
      stdio: ["ignore", output.fd, "pipe"],
      detached: true,
    });
    const { pid } = child;
    if (pid) registry.add(pid, "transcribe emulator");
    let stderrTail = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      stderrTail = (stderrTail + chunk.toString()).slice(-maxStderrCharacters);
    });
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    if (pid) {
      signalGroup(pid, "SIGKILL");
      registry.remove(pid);
    }
    if (exitCode !== 0) throw new Error(`${command} exited with code ${exitCode}: ${stderrTail.trim()}`);
  } finally {
    await output.close();
  }
  return readFile(path, "utf8");
}
