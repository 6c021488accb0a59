import { afterAll, describe, expect, test } from "@jest/globals";
import { word } from "../../../unit/core/captions/words.ts";
import {
  audioDigest,
  differences,
  frame,
  meanColumn,
  media,
  openStudio,
  pixelsOf,
  probe,
} from "./output-file.ts";

const studio = openStudio();
afterAll(() => studio.close());

/** The words of jfk.flac; silence before 0.32, 2.10 to 3.28, 7.50 to 8.18 and from 10.34 on. */
const speech = [
  word("And", 0.32, 0.5),
  word("so,", 0.5, 0.75),
  word("my", 0.8, 1),
  word("fellow", 1, 1.45),
  word("Americans,", 1.45, 2.1),
  word("ask", 3.28, 3.7),
  word("not", 4.02, 4.5),
  word("what", 5.42, 5.85),
  word("you", 7.1, 7.5),
  word("ask", 8.18, 10.34),
];
const yellow = [255, 225, 26] as const;

describe("captions on a video", () => {
  test("are visible during speech and not in pauses, to the frame", async () => {
    const without = await studio.render({ source: "video/sy_base.mp4" });
    const video = await studio.render({ source: "video/sy_base.mp4", transcript: speech });
    const changed = differences(video.path, without.path).map((count) => count > 20);
    const at = (seconds: number): number => Math.ceil(seconds * 30 - 0.015);
    const expected = new Array<boolean>(330).fill(false);
    for (const [from, to] of [
      [0.32, 2.1],
      [3.28, 4.5],
      [5.42, 5.85],
      [7.1, 7.5],
      [8.18, 10.34],
    ] as const)
      expected.fill(true, at(from), at(to));
    expect(changed).toEqual(expected);
  });

  test("highlight the spoken word", async () => {
    const video = await studio.render({ source: "video/sy_noaudio.mp4", transcript: speech });
    const columns = [0.4, 0.65, 0.9, 1.2, 1.8].map((seconds) =>
      meanColumn(frame(video.path, Math.round(seconds * 30)), 640, yellow, 12),
    );
    expect(columns).not.toContain(null);
    // The caption may have two lines; the first three words stand on the first.
    expect(columns.slice(0, 3)).toEqual([...columns.slice(0, 3)].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(new Set(columns).size).toBe(5);
  });

  test("the highlight moves to the left in right-to-left text", async () => {
    const hebrew = ["שלום", "עולם", "איך"].map((text, index) => word(text, index, index + 1));
    const video = await studio.render({ source: "video/sy_noaudio.mp4", transcript: hebrew, language: "he" });
    const columns = [0.5, 1.5, 2.5].map((seconds) =>
      meanColumn(frame(video.path, Math.round(seconds * 30)), 640, yellow, 12),
    );
    expect(columns).toEqual([...columns].sort((a, b) => (b ?? 0) - (a ?? 0)));
  });

  // #2E86DE on a frame tagged BT.601 (small), on one tagged BT.709, and on tone-mapped HDR.
  test.each(["video/sy_noaudio.mp4", "video/ax_sample_12_5fps_720p_1s.mp4", "video/sy_hlg.mov"])(
    "have exact colors on %s",
    async (source) => {
      const video = await studio.render({
        source,
        transcript: [word("WWW", 0, 1)],
        template: "Plain",
        options: { styleOptions: { fontColor: "#2E86DE", fontSize: 120, fontWeight: 900 } },
        settings: { speed: "standard" },
      });
      const size = video.width * video.height;
      expect(pixelsOf(frame(video.path, 15), [0x2e, 0x86, 0xde])).toBeGreaterThan(size / 100);
    },
  );
});

describe("any source", () => {
  test.each<[string, { width: number; height: number; frames: number; space: string; audio: string | null }]>(
    [
      ["sy_base.mp4", { width: 640, height: 360, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_rot90.mp4", { width: 360, height: 640, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_portrait.mp4", { width: 360, height: 640, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_odd_444.mp4", { width: 640, height: 358, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_sar8_9.mp4", { width: 640, height: 480, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_hlg.mov", { width: 640, height: 360, frames: 330, space: "bt709", audio: "aac" }],
      ["sy_vfr.mp4", { width: 640, height: 360, frames: 329, space: "smpte170m", audio: "aac" }],
      ["sy_fps_24000_1001.mp4", { width: 320, height: 180, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_noaudio.mp4", { width: 640, height: 360, frames: 330, space: "smpte170m", audio: null }],
      ["sy_vp9_opus.mp4", { width: 320, height: 180, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_subs.mp4", { width: 640, height: 360, frames: 330, space: "smpte170m", audio: "aac" }],
      ["sy_video_longer.mp4", { width: 640, height: 360, frames: 480, space: "smpte170m", audio: "aac" }],
      ["ae_h264-png.mp4", { width: 640, height: 360, frames: 60, space: "smpte170m", audio: "aac" }],
      [
        "ax_edit_list_positive_shift.mp4",
        { width: 1920, height: 1080, frames: 300, space: "bt709", audio: "aac" },
      ],
    ],
  )("%s", async (name, expected) => {
    const video = await studio.render({ source: `video/${name}`, transcript: speech });
    const { streams } = probe(video.path);
    const [image] = streams.filter((stream) => stream.codec_type === "video");
    const [audioTrack] = streams.filter((stream) => stream.codec_type === "audio");
    expect(streams).toHaveLength(expected.audio === null ? 1 : 2);
    expect(image).toMatchObject({
      codec_name: "h264",
      pix_fmt: "yuv420p",
      width: expected.width,
      height: expected.height,
      nb_read_packets: String(expected.frames),
      color_space: expected.space,
      color_range: "tv",
      r_frame_rate: "30/1",
    });
    expect(Number(image?.start_time)).toBe(0);
    expect(image?.side_data_list).toBeUndefined();
    expect(audioTrack?.codec_name ?? null).toBe(expected.audio);
  });

  test.each(["sy_base.mp4", "sy_frag.mp4", "ax_sample_portrait.mp4"])(
    "copies the AAC packets of %s",
    async (name) => {
      const video = await studio.render({ source: `video/${name}`, transcript: speech });
      expect(audioDigest(video.path)).toBe(audioDigest(media(`video/${name}`)));
    },
  );

  test.each([23.976, 25, 29.97, 59.94, 120])("%d frames per second", async (fps) => {
    const video = await studio.render({
      source: "video/sy_0.4s.mp4",
      transcript: [word("now", 0.1, 0.3)],
      settings: { fps },
    });
    expect(Math.abs(video.durationSeconds - 0.4)).toBeLessThan(1 / fps);
    expect(Number(probe(video.path).streams[0]?.nb_read_packets)).toBe(video.frames);
  });
});
