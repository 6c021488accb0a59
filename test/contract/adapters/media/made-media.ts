import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runFfmpeg } from "../../../../adapters/media/ffmpeg.ts";

export interface MadeMedia {
  folder: string;
  /** Runs FFmpeg into a file of that name; returns its path. */
  make(name: string, ...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

export const makeMediaFolder = async (): Promise<MadeMedia> => {
  const folder = await mkdtemp(path.join(tmpdir(), "capstack-media-"));
  return {
    folder,
    make: async (name, ...args) => {
      const file = path.join(folder, name);
      await runFfmpeg({ args: ["-y", ...args, file], timeoutSeconds: 60 });
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Inputs and encoders of a plain video of some seconds. */
export const plainVideo = (seconds: number): string[] => [
  ...["-f", "lavfi", "-i", `testsrc2=s=320x240:r=25:d=${seconds}`],
  ...["-f", "lavfi", "-i", `sine=f=440:d=${seconds}`],
  ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac"],
];

export const speechFile = path.resolve(import.meta.dirname, "../../../media/speech/jfk.flac");

/** Puts a box into the first video sample entry and corrects the sizes of the boxes around it. */
export const withEntryBox =
  (type: string, hex: string) =>
  (bytes: Buffer): Buffer => {
    const entry = bytes.indexOf(type) - 4;
    const box = Buffer.from(hex, "hex");
    const at = entry + bytes.readUInt32BE(entry);
    const around = ["moov", "trak", "mdia", "minf", "stbl", "stsd"].map(
      (name) => bytes.lastIndexOf(name, entry) - 4,
    );
    for (const offset of [...around, entry])
      bytes.writeUInt32BE(bytes.readUInt32BE(offset) + box.length, offset);
    return Buffer.concat([bytes.subarray(0, at), box, bytes.subarray(at)]);
  };
