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

export interface HearingParts {
  s3: S3Client;
  registry: Pick<ProcessRegistry, "add" | "remove">;
  python: string;
  /** The repository's root: the speech container's code does the work. */
  root: string;
  scratch: string;
  environment: Readonly<Record<string, string>>;
}

export interface MediaFacts {
  /** Null where the container does not say, as in FLAC that was written into a pipe. */
  durationSeconds: number | null;
  sampleRateHertz: number | null;
  /** ffmpeg's names of it. */
  formats: string[];
}

/** What Whisper hears in an object of the bucket; `judge` sees the media first and may throw. */
export async function hearObject(
  source: { bucket: string; key: string; language: string | null },
  judge: (facts: MediaFacts) => void,
  parts: HearingParts,
): Promise<Recognition> {
  const folder = await mkdtemp(join(parts.scratch, "transcribe-"));
  try {
    const media = join(folder, "media");
    const object = await parts.s3.send(new GetObjectCommand({ Bucket: source.bucket, Key: source.key }));
    await pipeline(object.Body as Readable, createWriteStream(media));
    judge(await factsOf(media, folder, parts));
    const language = source.language === null ? [] : ["--language", source.language];
    const args = [join(parts.root, "containers", "speech"), "recognize", media, ...language];
    const text = await outputOfCommand(parts.python, args, folder, parts);
    return recognitionSchema.parse(JSON.parse(text));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function factsOf(media: string, folder: string, parts: HearingParts): Promise<MediaFacts> {
  const args = ["-v", "error", "-of", "json", "-select_streams", "a", "-protocol_whitelist", "file"];
  args.push("-show_entries", "format=duration,format_name:stream=sample_rate", media);
  const told = JSON.parse(await outputOfCommand("ffprobe", args, folder, parts)) as {
    streams?: { sample_rate?: string }[];
    format?: { duration?: string; format_name?: string };
  };
  return {
    durationSeconds: Number(told.format?.duration ?? 0) || null,
    sampleRateHertz: Number(told.streams?.[0]?.sample_rate ?? 0) || null,
    formats: (told.format?.format_name ?? "").split(","),
  };
}

const keptErrorCharacters = 2000;

/** Through a file: hours of words are more than a pipe's reader should keep in pieces. */
async function outputOfCommand(
  command: string,
  args: readonly string[],
  folder: string,
  { registry, environment, root }: HearingParts,
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
    if (pid) registry.add(pid, "transcribe stand-in");
    let lastWords = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString()).slice(-keptErrorCharacters);
    });
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    if (pid) {
      signalGroup(pid, "SIGKILL");
      registry.remove(pid);
    }
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${lastWords.trim()}`);
  } finally {
    await output.close();
  }
  return readFile(path, "utf8");
}
