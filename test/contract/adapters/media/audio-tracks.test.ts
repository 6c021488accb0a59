import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { audioTracks } from "../../../../core/videos/media-info.ts";
import { type MadeMedia, makeMediaFolder, speechFile } from "./made-media.ts";

jest.setTimeout(120_000);

let media: MadeMedia;
beforeAll(async () => {
  media = await makeMediaFolder();
});
afterAll(() => media.remove());

const video = ["-f", "lavfi", "-i", "color=s=64x64:r=25:d=11"];
const speech = ["-i", speechFile];
const otherSpeech = ["-i", speechFile.replace("jfk.flac", "az_katiesteve.ogg")];
const silence = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=11"];
const hiss = ["-f", "lavfi", "-i", "anoisesrc=d=11:a=0.0003"];
const tone = ["-f", "lavfi", "-i", "sine=f=330:d=11"];
const encoders = [
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-pix_fmt",
  "yuv420p",
  "-c:a",
  "aac",
  "-shortest",
];

/** The streams that are used of a video with these audio tracks, whose streams are numbered from 1. */
const used = async (tracks: readonly string[][], ...options: string[]): Promise<number[]> => {
  const maps = ["-map", "0:v", ...tracks.flatMap((_, place) => ["-map", `${place + 1}:a`])];
  const file = await media.make("tracks.mp4", ...video, ...tracks.flat(), ...maps, ...encoders, ...options);
  const { audio } = await probeMedia(file);
  return audio ? audioTracks(audio).map(({ streamIndex }) => streamIndex) : [];
};

describe("the audio that is used of a video", () => {
  test("is the track with speech when the default one is silent", async () => {
    expect(await used([silence, speech])).toEqual([2]);
    expect(await used([hiss, silence, speech, silence])).toEqual([3]);
  });

  test("is the first audible track when none contains speech", async () => {
    expect(await used([silence, tone])).toEqual([2]);
    expect(await used([silence, silence])).toEqual([1]);
  });

  test("is the mix of all tracks with speech", async () => {
    expect(await used([speech, otherSpeech])).toEqual([1, 2]);
    expect(await used([tone, speech])).toEqual([1, 2]);
  });

  test("is the default track alone when others contain no speech, or the same", async () => {
    expect(await used([speech, tone, silence])).toEqual([1]);
    expect(await used([speech, speech])).toEqual([1]);
  });

  test("is one language of several", async () => {
    const languages = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu"];
    expect(await used([speech, otherSpeech], ...languages)).toEqual([1]);
  });
});
