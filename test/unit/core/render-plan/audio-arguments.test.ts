import { describe, expect, test } from "@jest/globals";
import {
  aacChannels,
  aacInputFilters,
  decodeAudioArguments,
  encodeAudioArguments,
} from "../../../../core/render-plan/audio-arguments.ts";
import { audioStream } from "./media.ts";

describe("channels of the audio that is encoded", () => {
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
  ])("%i become %i, which every player knows", (channels, expected) => {
    expect(aacChannels({ channels })).toBe(expected);
  });

  test("side speakers become back speakers; a recorder's tracks are mixed at equal power", () => {
    expect(aacInputFilters({ channels: 6 })).toBe(
      "aresample=async=1000:min_hard_comp=0.03,aformat=channel_layouts=5.1",
    );
    expect(aacInputFilters({ channels: 16 })).toMatch(
      /,pan=mono\|c0=0\.2500\*c0\+0\.2500\*c1\+.*\+0\.2500\*c15$/,
    );
  });

  test("a cut audio is decoded to as many channels as it is encoded from", () => {
    const audio = audioStream({ channels: 7, codec: "pcm_s24le" });
    const decode = decodeAudioArguments("/source", audio, 30, { num: 30, den: 1 }).join(" ");
    expect(decode).toContain(
      "-af aresample=async=1000:min_hard_comp=0.03:first_pts=0,aformat=channel_layouts=5.1",
    );
    for (const args of [decode, encodeAudioArguments(audio, "/out").join(" ")])
      expect(args).toContain("-f f32le -ar 48000 -ac 6");
  });
});
