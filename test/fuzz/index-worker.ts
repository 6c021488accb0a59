import { readContainerIndex } from "../../adapters/media/isobmff.ts";

/** Reads the index of each received file like the product's own process, and reports the result. */
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
    // An unreadable index: ffprobe decides about such files.
    process.send?.("unreadable");
  }
});
