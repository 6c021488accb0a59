import { describe, expect, test } from "@jest/globals";
import {
  aacChannels,
  audioGraph,
  decodeAudioArguments,
  encodeAudioArguments,
} from "../../../../core/render-plan/audio-arguments.ts";
import { audioStream } from "./media.ts";

describe("channels of the encoded audio", () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 6],
    [6, 6],
    [7, 6],
    [8, 6],
    [9, 1],
    [24, 1],
  ])("%i become %i, which every player supports", (channels, expected) => {
    expect(aacChannels({ channels })).toBe(expected);
  });

  test("map side speakers to back speakers, and mix a recorder's tracks at equal power", () => {
    expect(audioGraph(audioStream({ channels: 6 }), 0, false, "[to]")).toBe(
      "[0:1]aresample=async=1000:min_hard_comp=0.03,aformat=channel_layouts=5.1[to]",
    );
    expect(audioGraph(audioStream({ channels: 16 }), 0, false, "[to]")).toMatch(
      /,pan=mono\|c0=0\.2500\*c0\+0\.2500\*c1\+.*\+0\.2500\*c15,aformat=channel_layouts=mono\[to\]$/,
    );
  });

  test("mix several tracks from second 0 in their largest layout", () => {
    const tracks = [
      audioStream({ streamIndex: 1, channels: 1 }),
      audioStream({ streamIndex: 3, channels: 2 }),
    ];
    const mix = audioStream({ channels: 2, mixedTracks: tracks });
    expect(audioGraph(mix, 0, false, "[to]").split(";")).toEqual([
      "[0:1]aresample=async=1000:min_hard_comp=0.03:first_pts=0,aformat=channel_layouts=stereo,aresample=48000[t0]",
      "[0:3]aresample=async=1000:min_hard_comp=0.03:first_pts=0,aformat=channel_layouts=stereo,aresample=48000[t1]",
      "[t0][t1]amix=inputs=2:duration=longest:normalize=0,alimiter=limit=0.95:level=false:latency=true[to]",
    ]);
  });

  test("are the same when cut audio is decoded and encoded", () => {
    const audio = audioStream({ channels: 7, codec: "pcm_s24le" });
    const decode = decodeAudioArguments(
      "/source",
      { audio, unusedStartSeconds: 0.5, fps: { num: 30, den: 1 } },
      30,
    ).join(" ");
    expect(decode).toContain("-itsoffset -0.5 -i file:/source");
    expect(decode).toContain(
      "aresample=async=1000:min_hard_comp=0.03:first_pts=0,aformat=channel_layouts=5.1",
    );
    for (const args of [decode, encodeAudioArguments(audio, "/out").join(" ")])
      expect(args).toContain("-f f32le -ar 48000 -ac 6");
  });
});
