import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";

/** Whether a moment is in one of the pauses, which take a third of the time: eight of every 24 seconds. */
const isPause = (atSeconds: number): boolean => atSeconds % 24 >= 8 && atSeconds % 24 < 16;

/**
 * Returns a transcript at a normal pace (2.7 words a second) for the whole video, or all but its pauses. Every seventh
 * word ends a sentence.
 */
export const speech = (seconds: number, hasPauses = false): WordEntry[] => {
  const text = "we make every word count and people really listen when your story looks this good".split(" ");
  const step = 0.37;
  const words = Array.from(
    { length: Math.floor((seconds - 0.3) / step) },
    (_, index): WordEntry => ({
      text: `${text[index % text.length]}${index % 7 === 6 ? "." : ""}`,
      type: "word",
      startSeconds: 0.3 + index * step,
      endSeconds: 0.3 + (index + 1) * step - 0.03,
    }),
  );
  return words.filter(({ startSeconds }) => !hasPauses || !isPause(startSeconds));
};

/** Camera footage of the test media; the default source repeats it. */
const footage = resolve("test/media/video/ax_sowt-with-video.mov");
/** Frames without color tags are never copied. */
const tags = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709";
/** Longer sources repeat the encoded frames of this time, which saves minutes of encoding. */
const encodedSeconds = 60;

/** Writes a video of the footage at 30 fps, with sound, and returns its path. */
export const createSource = async (path: string, filter: string, seconds: number): Promise<string> => {
  const isLong = seconds > encodedSeconds;
  const encoded = isLong ? `${path}.part.mp4` : path;
  await runFfmpeg({
    args: [
      ...["-y", "-stream_loop", "-1", "-i", footage, "-t", String(Math.min(seconds, encodedSeconds))],
      ...["-vf", `${filter},fps=30,setsar=1,${tags}`, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18"],
      ...["-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", encoded],
    ],
    timeoutSeconds: 600,
  });
  if (isLong) {
    // The sound is encoded again: each copy of it would begin with the encoder's delay.
    const repeated = ["-y", "-stream_loop", "-1", "-i", encoded, "-t", String(seconds)];
    await runFfmpeg({ args: [...repeated, "-c:v", "copy", "-c:a", "aac", path], timeoutSeconds: 600 });
    await rm(encoded);
  }
  return path;
};
