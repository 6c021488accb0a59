import { execFileSync } from "node:child_process";

interface Stream {
  codec_type: string;
  codec_name: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  profile?: string;
  r_frame_rate: string;
  nb_read_packets: string;
  color_transfer?: string;
  tags?: Record<string, string>;
  side_data_list?: unknown[];
}

export interface ProbedFile {
  durationSeconds: number;
  video: Stream | undefined;
  audio: Stream | undefined;
}

/** Probes a media file, counting packets. */
export const probe = (file: string): ProbedFile => {
  const out = execFileSync(
    "ffprobe",
    ["-v", "error", "-count_packets", "-show_streams", "-show_format", "-of", "json", file],
    { encoding: "utf8" },
  );
  const { streams, format } = JSON.parse(out) as { streams: Stream[]; format: { duration: string } };
  return {
    durationSeconds: Number(format.duration),
    video: streams.find((stream) => stream.codec_type === "video"),
    audio: streams.find((stream) => stream.codec_type === "audio"),
  };
};

/** Returns the frame that is shown at `seconds` as RGB bytes. */
export const frameAt = (file: string, seconds: number): Buffer =>
  execFileSync(
    "ffmpeg",
    [
      "-v",
      "error",
      "-i",
      file,
      "-ss",
      String(seconds),
      "-frames:v",
      "1",
      "-f",
      "rawvideo",
      "-pix_fmt",
      "rgb24",
      "-",
    ],
    { maxBuffer: 2 ** 28 },
  );

/** Counts the pixels of two frames of the same size that differ by more than the loss of an encoder. */
export const changedPixels = (a: Buffer, b: Buffer): number => {
  if (a.length !== b.length) throw new Error(`Frames of different sizes: ${a.length} and ${b.length} bytes`);
  let changed = 0;
  for (let at = 0; at < a.length; at += 3) {
    const difference = Math.max(
      Math.abs((a[at] ?? 0) - (b[at] ?? 0)),
      Math.abs((a[at + 1] ?? 0) - (b[at + 1] ?? 0)),
      Math.abs((a[at + 2] ?? 0) - (b[at + 2] ?? 0)),
    );
    if (difference > 90) changed += 1;
  }
  return changed;
};

/** Returns a digest of the audio packets, which is equal if the audio was copied and not encoded again. */
export const audioDigest = (file: string): string =>
  execFileSync("ffmpeg", ["-v", "error", "-i", file, "-map", "0:a:0", "-c", "copy", "-f", "md5", "-"], {
    encoding: "utf8",
  });
