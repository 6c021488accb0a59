import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type Recognition, recognitionSchema } from "../../../core/transcript/recognition.ts";
import { type CommandDeps, commandOutput } from "../command-output.ts";

export interface RecognitionDeps extends CommandDeps {
  s3: S3Client;
  python: string;
  scratch: string;
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
    const text = await commandOutput(deps.python, args, folder, deps);
    return recognitionSchema.parse(JSON.parse(text));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function probe(media: string, folder: string, deps: RecognitionDeps): Promise<MediaProperties> {
  const args = ["-v", "error", "-of", "json", "-select_streams", "a", "-protocol_whitelist", "file"];
  args.push("-show_entries", "format=duration,format_name:stream=sample_rate", media);
  const probed = JSON.parse(await commandOutput("ffprobe", args, folder, deps)) as {
    streams?: { sample_rate?: string }[];
    format?: { duration?: string; format_name?: string };
  };
  return {
    durationSeconds: Number(probed.format?.duration ?? 0) || null,
    sampleRateHertz: Number(probed.streams?.[0]?.sample_rate ?? 0) || null,
    formats: (probed.format?.format_name ?? "").split(","),
  };
}
