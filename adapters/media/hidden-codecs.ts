import { constants, copyFile, open } from "node:fs/promises";
import path from "node:path";
import type { ContainerTrack } from "../../core/videos/container-index.ts";
import { withScratchFolder } from "../scratch-folder.ts";

/** A four-character code that no demuxer supports. */
const unknownCode = "zzzz";
/** Maximum size of a valid audio sample entry. */
const maxEntryBytes = 65_536;

/** Makes the codec of a track unknown: its code, and the MPEG-4 description from which the codec would be guessed. */
const hideCodec = async (file: string, entryOffset: number): Promise<void> => {
  const handle = await open(file, "r+");
  try {
    const entry = Buffer.alloc(maxEntryBytes);
    const { bytesRead } = await handle.read(entry, 0, maxEntryBytes, entryOffset);
    const length = bytesRead < 8 ? 0 : Math.min(bytesRead, entry.readUInt32BE(0));
    const description = entry.subarray(0, length).indexOf("esds");
    await handle.write(unknownCode, entryOffset + 4);
    if (description >= 0) await handle.write("free", entryOffset + description);
  } finally {
    await handle.close();
  }
};

/**
 * Calls `use` with a copy of an ISO file in which the codecs of the given tracks are unknown. ffprobe exits silently at
 * a track whose decoder does not open, and skips one with an unknown codec.
 */
export const withHiddenCodecs = <T>(
  file: string,
  tracks: readonly ContainerTrack[],
  use: (copy: string) => Promise<T>,
): Promise<T> =>
  withScratchFolder("probe", async (folder) => {
    const copy = path.join(folder, "copy");
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
    for (const { sampleEntryOffset } of tracks) {
      if (sampleEntryOffset !== null) await hideCodec(copy, sampleEntryOffset);
    }
    return await use(copy);
  });
