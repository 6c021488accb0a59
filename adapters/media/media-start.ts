import { open } from "node:fs/promises";
import { type Sniffed, sniffBytes, sniffMedia } from "../../core/videos/sniff.ts";

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
