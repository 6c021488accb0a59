import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Rational } from "../../core/time/rational.ts";
import { avcStreamHeader, avcTicksPerSecond, frameHeader } from "./matroska.ts";

/** One sample of an H.264 stream: where its bytes are, and which frame it is. */
export interface StreamSample {
  /** Absolute path of the file that has its bytes. */
  path: string;
  offset: number;
  sizeBytes: number;
  /** Place of the frame in order of presentation. */
  frame: number;
  isKeyFrame: boolean;
}

interface StreamDescription {
  /** The decoder configuration as in an MP4 track (`avcC`). */
  configuration: Uint8Array;
  width: number;
  height: number;
  fps: Rational;
}

const readFully = async (file: FileHandle, { offset, sizeBytes }: StreamSample): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  const { bytesRead } = await file.read(bytes, 0, sizeBytes, offset);
  if (bytesRead < sizeBytes) throw new Error("the file ends within a sample");
  return bytes;
};

/**
 * Writes samples, in decoding order, as a Matroska file.
 *
 * @param path absolute path, overwritten
 */
export const writeSamples = async (
  samples: Iterable<StreamSample>,
  { configuration, width, height, fps }: StreamDescription,
  path: string,
): Promise<void> => {
  const files = new Map<string, FileHandle>();
  const into = createWriteStream(path);
  const finished = once(into, "finish");
  // Awaited below; until then a failure must not end the process.
  finished.catch(() => undefined);
  try {
    into.write(avcStreamHeader(configuration, width, height));
    for (const sample of samples) {
      const file = files.get(sample.path) ?? (await open(sample.path));
      files.set(sample.path, file);
      const ticks = Math.round((sample.frame * fps.den * avcTicksPerSecond) / fps.num);
      into.write(frameHeader(ticks, sample.sizeBytes, sample.isKeyFrame));
      if (!into.write(await readFully(file, sample))) await Promise.race([once(into, "drain"), finished]);
    }
    into.end();
    await finished;
  } finally {
    into.destroy();
    await Promise.all([...files.values()].map((file) => file.close()));
  }
};
