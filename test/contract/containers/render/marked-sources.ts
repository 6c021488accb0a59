import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { media } from "./output-file.ts";

const ffmpeg = (...args: string[]): void => {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);
};

const chapters = `;FFMETADATA1
title=Title of the source
artist=Author of the source
location=+48.1372+011.5756/
[CHAPTER]
TIMEBASE=1/1000
START=0
END=500
title=Chapter of the source
`;

/**
 * A video of 1 s with all metadata of a source: closed captions in its frames, a subtitle track, a time code track,
 * chapters, a cover, tags, handler names and a rotation.
 */
export const sourceWithExtras = (folder: string): string => {
  const path = join(folder, "extras.mp4");
  const [tags, subtitles] = [join(folder, "tags.txt"), join(folder, "subtitles.srt")];
  writeFileSync(tags, chapters);
  writeFileSync(subtitles, "1\n00:00:00,100 --> 00:00:00,900\nSubtitle of the source\n");
  const cover = join(folder, "cover.png");
  ffmpeg("-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1", cover);
  ffmpeg(
    ...["-display_rotation:v:0", "90", "-i", media("video/ax_fragmented_captions.mp4")],
    ...["-f", "lavfi", "-i", "sine=f=440:r=48000", "-i", subtitles, "-i", cover, "-i", tags],
    ...[
      "-map",
      "0:v",
      "-map",
      "1:a",
      "-map",
      "2:s",
      "-map",
      "3:v",
      "-map_metadata",
      "4",
      "-map_chapters",
      "4",
    ],
    ...["-t", "1", "-c", "copy", "-c:a", "aac", "-c:s", "mov_text", "-disposition:v:1", "attached_pic"],
    ...["-metadata:s:v:0", "handler_name=Camera of the source", "-metadata:s:a:0", "handler_name=Microphone"],
    ...["-timecode", "10:00:00:00", path],
  );
  return path;
};

/** HDR10 of 0.4 s whose frames describe a mastering display and light levels; PCM audio. */
export const sourceInHdr = (folder: string): string => {
  const path = join(folder, "hdr.mov");
  const display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)";
  const color = "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc";
  ffmpeg(
    ...[
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=160x120:r=25",
      "-f",
      "lavfi",
      "-i",
      "sine=f=440:r=48000",
      "-t",
      "0.4",
    ],
    ...["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1"],
    ...["-x265-params", `log-level=0:${color}:repeat-headers=1:master-display=${display}:max-cll=1000,400`],
    ...["-c:a", "pcm_s16le", path],
  );
  return path;
};

/** Frames of 0.4 s that are declared as two views side by side; no audio. */
export const sourceInStereo = (folder: string): string => {
  const path = join(folder, "stereo.mp4");
  ffmpeg(
    ...["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=0.4", "-c:v", "libx264", "-preset", "ultrafast"],
    ...["-x264-params", "frame-packing=3", "-pix_fmt", "yuv420p", path],
  );
  return path;
};
