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
