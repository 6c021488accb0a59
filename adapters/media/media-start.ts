import { open } from "node:fs/promises";
import { type Sniffed, sniffBytes, sniffMedia } from "../../core/videos/sniff.ts";
import { type StatedLength, statedLength } from "../../core/videos/stated-length.ts";

/** Identifies a local file's type by its first bytes. */
export const sniffFile = async (path: string): Promise<Sniffed> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return sniffMedia(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
};

/** Reads the length that a local audio file states (core/videos/stated-length.ts). */
export const readStatedLength = async (path: string, mediaType: string): Promise<StatedLength> => {
  const file = await open(path);
  try {
    const { size: sizeBytes } = await file.stat();
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    return await statedLength({ sizeBytes, read }, mediaType);
  } finally {
    await file.close();
  }
};
