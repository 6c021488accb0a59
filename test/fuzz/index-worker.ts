import { readContainerIndex } from "../../adapters/media/isobmff.ts";

/** Reads the index of each file that it receives, as the product's own process for it does, and reports the end. */
process.on("message", (message: Uint8Array) => {
  const bytes = Buffer.from(message);
  const source = {
    sizeBytes: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  try {
    readContainerIndex(source);
    process.send?.("read");
  } catch {
    // An index that cannot be read: ffprobe decides about such a file.
    process.send?.("unreadable");
  }
});
