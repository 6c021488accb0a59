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
const otherFile = speechFile.replace("jfk.flac", "az_katiesteve.ogg");
const short = ["-t", "3"];
const speech = [...short, "-i", speechFile];
const otherSpeech = [...short, "-i", otherFile];
const silence = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=3"];
const hiss = ["-f", "lavfi", "-i", "anoisesrc=d=3:a=0.0003"];
const tone = ["-f", "lavfi", "-i", "sine=f=330:d=3"];
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

const usedOf = async (file: string): Promise<number[]> => {
  const { audio } = await probeMedia(file);
  return audio ? audioTracks(audio).map(({ streamIndex }) => streamIndex) : [];
};

/** Makes a video with these audio tracks, whose streams are numbered from 1. */
const withTracks = (tracks: readonly string[][], ...options: string[]): Promise<string> => {
  const maps = ["-map", "0:v", ...tracks.flatMap((_, place) => ["-map", `${place + 1}:a`])];
  return media.make("tracks.mp4", ...video, ...tracks.flat(), ...maps, ...encoders, ...options);
};

/** The used audio streams of such a video. */
const used = async (tracks: readonly string[][], ...options: string[]): Promise<number[]> => {
  return await usedOf(await withTracks(tracks, ...options));
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
    const { audio, leftOut } = await probeMedia(await withTracks([speech, speech]));
    expect(audio?.streamIndex).toBe(1);
    expect(leftOut).toBeUndefined();
  });

  test("is one of two dubbed versions without a language tag", async () => {
    // The same phrases by a higher, hoarser voice.
    const voice = "asetrate=20000,atempo=0.8,acrusher=bits=6:mode=lin:mix=0.3,adelay=120:all=1";
    const graph = `[1:a]asplit[one][copy];[copy]${voice}[two]`;
    const maps = ["-filter_complex", graph, "-map", "0:v", "-map", "[one]", "-map", "[two]"];
    const inputs = [...video, "-i", speechFile];
    const file = await media.make("dubbed.mp4", ...inputs, ...maps, ...encoders);
    expect(await usedOf(file)).toEqual([1]);
  });

  test("is both voices of a conversation", async () => {
    const late = "[2:a]atrim=0:5,adelay=6000:all=1[two];[1:a]atrim=0:5,apad=whole_dur=11[one]";
    const maps = ["-filter_complex", late, "-map", "0:v", "-map", "[one]", "-map", "[two]"];
    const inputs = [...video, "-i", speechFile, "-i", otherFile];
    expect(await usedOf(await media.make("turns.mp4", ...inputs, ...maps, ...encoders))).toEqual([1, 2]);
  });

  test("is one language of several", async () => {
    const languages = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu"];
    const { audio, leftOut } = await probeMedia(await withTracks([speech, otherSpeech], ...languages));
    expect(audio).toMatchObject({ streamIndex: 1 });
    expect(leftOut).toEqual([{ kind: "audio", codec: "aac", reason: "unused" }]);
  });
});
