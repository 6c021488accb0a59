import { describe, expect, test } from "@jest/globals";
import { isContentLost } from "../../../../core/videos/choose-audio.ts";
import { mediaWarnings } from "../../../../core/videos/media-warnings.ts";
import type { ProbeStream } from "../../../../core/videos/probe-document.ts";
import { aVideo, someMedia } from "../../../fakes/builders.ts";

describe("the warnings of a video", () => {
  test("are empty for a video that is used whole, and until the media is known", () => {
    expect(mediaWarnings(aVideo())).toEqual([]);
    expect(mediaWarnings(aVideo({ status: "inProgress" }))).toEqual([]);
  });

  test("name audio that cannot be decoded at all", () => {
    const media = someMedia({ audio: null, undecodableAudio: "usac" });
    expect(mediaWarnings(aVideo({ media }))).toEqual([
      { name: "AudioUndecodable", message: expect.stringMatching(/^The audio \(usac\) cannot be decoded/) },
    ]);
  });

  test("name every stream that is left out", () => {
    const media = someMedia({
      leftOut: [
        { kind: "video", codec: "vvc", reason: "undecodable" },
        { kind: "audio", codec: "ac4", reason: "undecodable" },
        { kind: "audio", codec: "aac", reason: "unused" },
      ],
    });
    expect(mediaWarnings(aVideo({ media }))).toEqual([
      { name: "VideoStreamUndecodable", message: expect.stringContaining("(vvc)") },
      { name: "AudioUndecodable", message: expect.stringContaining("(ac4)") },
      { name: "AudioTrackUnused", message: expect.stringContaining("(aac)") },
    ]);
  });
});

test("an audio track that is left out is lost content unless it is silent or a copy of a used one", () => {
  const used: ProbeStream = { index: 1, codec_type: "audio", start_time: 0, sample_rate: 48_000 };
  const stream = { ...used, index: 2 };
  const content = { streamIndex: 2, isSilent: false, hasSpeech: false, alternativeTo: [], copies: [] };
  expect(isContentLost(stream, [used], [content])).toBe(true);
  expect(isContentLost(stream, [used], [])).toBe(true);
  expect(isContentLost(stream, [used], [{ ...content, copies: [3] }])).toBe(true);
  expect(isContentLost(stream, [used], [{ ...content, copies: [1] }])).toBe(false);
  expect(isContentLost(stream, [used], [{ ...content, isSilent: true }])).toBe(false);
});
