import { execFileSync } from "node:child_process";
import type { Rational } from "../../../../core/time/rational.ts";
import { decode } from "./output-file.ts";

const bars = 8;
const [width, height] = [128, 72];

export interface Counter {
  /** In ffmpeg's syntax: `25`, `30000/1001`. */
  fps: string;
  frames: number;
  /** Distinguishes videos: `m` is bluish, `b` reddish. */
  kind: "m" | "b";
  audio?: boolean;
  /** Encoder and filter arguments before the output. */
  more?: readonly string[];
}

/**
 * Creates a video whose frames contain their number as black and white bars, readable after any scaling and encoding.
 */
export const makeCounter = (path: string, { fps, frames, kind, audio = false, more = [] }: Counter): void => {
  const [cb, cr] = kind === "m" ? [190, 80] : [80, 190];
  const [num = 1, den = 1] = fps.split("/").map(Number);
  // With -shortest, ffmpeg writes up to half a second more audio on a busy machine.
  const tone = `sine=f=330:d=${(frames * den) / num}`;
  const bar = `if(mod(floor(N/pow(2,floor(X/${width / bars}))),2),200,50)`;
  const image = `nullsrc=s=${width}x${height}:r=${fps},format=yuv420p,geq=lum='${bar}':cb=${cb}:cr=${cr},trim=end_frame=${frames}`;
  execFileSync("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", image],
    ...(audio ? ["-f", "lavfi", "-i", tone, "-c:a", "aac"] : []),
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "12", "-g", "50", "-bf", "2", ...more, path],
  ]);
};

/** Returns the kind and number of each frame of a video. */
export const readCounter = (path: string): string[] => {
  const images = decode(path, "yuv444p", `scale=${width}:${height}`);
  const plane = width * height;
  const shown: string[] = [];
  for (let at = 0; at < images.length; at += 3 * plane) {
    const middle = at + (height / 2) * width;
    let number = 0;
    for (let bar = 0; bar < bars; bar++)
      if ((images[middle + (bar + 0.5) * (width / bars)] ?? 0) > 125) number += 2 ** bar;
    const isRed = (images[middle + plane + width / 2] ?? 0) < 128;
    shown.push(`${isRed ? "b" : "m"}${number}`);
  }
  return shown;
};

/**
 * Returns the frame of a clip that is visible at output frame `frame` of the clip: the last one whose time, rounded to
 * output frames, is not later; after the end, the last.
 */
export const frameAt = (frame: number, output: Rational, clip: { fps: Rational; frames: number }): number => {
  let image = 0;
  for (let next = 1; next < clip.frames; next++) {
    const shownFrom = Math.round((next * clip.fps.den * output.num) / (clip.fps.num * output.den));
    if (shownFrom > frame) break;
    image = next;
  }
  return image;
};
