import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import type { Source } from "./campaign.ts";

const media = resolve(import.meta.dirname, "../media");

/** Small files whose indexes differ: edits, fragments, rotation, B-frames, HEVC, audio only. */
const files = [
  "video/sy_0.4s.mp4",
  "video/dc_video_90.mov",
  "video/ax_edit_list_positive_shift.mp4",
  "video/ax_fragmented_captions.mp4",
  "video/ax_iibbibb_editlist_videoonly.mp4",
  "video/ae_testsrc-hevc.mp4",
  "video/ax_testvid_1022ms.mp4",
  "audio/ax_bbb_1ch_8kHz_aac_lc.m4a",
];

/** Opus in WebM: what browsers record. */
const webm = (): Promise<Source> =>
  withScratchFolder("fuzz-sources", async (folder) => {
    const path = join(folder, "recorded.webm");
    const args = ["-v", "error", "-i", join(media, "audio/ax_bear.opus"), "-t", "1", "-c", "copy", path];
    execFileSync("ffmpeg", args);
    return { name: "recorded.webm", bytes: readFileSync(path) };
  });

/** The files to mutate by default. */
export const defaultSources = async (): Promise<Source[]> => [
  ...files.map((name) => ({ name, bytes: readFileSync(join(media, name)) })),
  await webm(),
];
