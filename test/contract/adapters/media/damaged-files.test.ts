import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { inspectContainer } from "../../../../adapters/media/container-inspector.ts";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { checkAudioForSpeech } from "../../../../core/videos/media-info.ts";
import { type MadeMedia, makeMediaFolder, plainVideo, speechFile, withEntryBox } from "./made-media.ts";

jest.setTimeout(120_000);

let media: MadeMedia;
const files: Record<string, string> = {};
beforeAll(async () => {
  media = await makeMediaFolder();
  const copy = async (name: string, ...args: string[]): Promise<string> =>
    media.make(name, "-i", files.plain ?? "", "-c", "copy", ...args);
  files.plain = await media.make("plain.mp4", ...plainVideo(6));
  files.faststart = await copy("faststart.mp4", "-movflags", "+faststart");
  files.quicktime = await copy("quicktime.mov", "-movflags", "+faststart");
  files.fragmented = await copy("fragmented.mp4", "-movflags", "+frag_keyframe+empty_moov");
  const key = ["-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb"];
  const id = ["-encryption_kid", "a7e61c373e219033c21091fa607bf3b8"];
  files.encrypted = await copy("encrypted.mp4", "-encryption_scheme", "cenc-aes-ctr", ...key, ...id);
  files.hevc = await media.make("hevc.mp4", ...plainVideo(6), "-c:v", "libx265", "-tag:v", "hvc1");
});
afterAll(() => media.remove());

/** Returns a modified copy of a file. */
const changed = async (of: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
  const file = path.join(media.folder, `changed-${of}.mp4`);
  await writeFile(file, change(await readFile(files[of] ?? "")));
  return file;
};

const cutTo = (share: number) => (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * share));

/** Zeros over a share of the media data, from a fifth of it on. */
const holeOf = (share: number) => (bytes: Buffer) => {
  const start = bytes.indexOf("mdat") + 4;
  const length = bytes.readUInt32BE(start - 8) - 8;
  return bytes.fill(0, start + Math.floor(length * 0.2), start + Math.floor(length * (0.2 + share)));
};

const dolbyVision = (profile: number, compatibilityId: number): string => {
  const config = Buffer.alloc(24);
  config.set([1, 0, profile << 1, 0x35, compatibilityId << 4]);
  return Buffer.concat([
    Buffer.from("00000020", "hex"),
    Buffer.from(profile > 7 ? "dvvC" : "dvcC"),
    config,
  ]).toString("hex");
};

const incomplete = { name: "MediaUnreadable", message: expect.stringContaining("incomplete") };
const damaged = { name: "MediaUnreadable", message: expect.stringContaining("damaged") };

describe("files that were cut off", () => {
  test.each([
    ["faststart", 0.6],
    ["faststart", 0.95],
    ["quicktime", 0.6],
    ["fragmented", 0.6],
    ["fragmented", 0.9],
  ])("are rejected as incomplete: %s, the first %f", async (of, share) => {
    await expect(probeMedia(await changed(of, cutTo(share)))).rejects.toMatchObject(incomplete);
  });

  test.each(["faststart", "quicktime", "fragmented", "hevc"])("are accepted whole: %s", async (of) => {
    expect((await probeMedia(files[of] ?? "")).durationSeconds).toBeCloseTo(6, 0);
  });
});

describe("audio files that were cut off", () => {
  test.each(["wav", "aiff", "caf", "w64", "au", "flac", "ogg", "mp3", "webm", "wma"])(
    "are rejected as incomplete, and accepted whole: %s",
    async (extension) => {
      const whole = await media.make(`whole.${extension}`, "-t", "3", "-i", speechFile, "-ac", "2");
      expect((await probeMedia(whole)).durationSeconds).toBeCloseTo(3, 0);
      const cut = path.join(media.folder, `cut.${extension}`);
      await writeFile(cut, cutTo(0.6)(await readFile(whole)));
      await expect(probeMedia(cut)).rejects.toMatchObject(incomplete);
    },
  );

  test("are accepted when their size was not known while they were written", async () => {
    const streamed = path.join(media.folder, "streamed.wav");
    const args = ["-v", "error", "-t", "3", "-i", speechFile, "-f", "wav", "-"];
    await writeFile(streamed, execFileSync("ffmpeg", args, { maxBuffer: 2 ** 24 }));
    expect((await probeMedia(streamed)).durationSeconds).toBeCloseTo(3, 1);
  });
});

describe("files with holes", () => {
  test.each(["faststart", "hevc", "quicktime"])("are rejected as damaged: %s", async (of) => {
    await expect(probeMedia(await changed(of, holeOf(0.3)))).rejects.toMatchObject(damaged);
  });

  test("are accepted with one bad packet", async () => {
    expect((await probeMedia(await changed("faststart", holeOf(0.002)))).durationSeconds).toBeCloseTo(6, 0);
  });
});

describe("protected files", () => {
  test("are rejected by name at once", async () => {
    await expect(probeMedia(files.encrypted ?? "")).rejects.toMatchObject({
      name: "MediaProtected",
      message: expect.stringContaining("cenc"),
    });
  });
});

describe("PCM in MP4", () => {
  test("counts as undecodable when its samples are larger than its description states", async () => {
    const inputs = ["-f", "lavfi", "-i", "color=s=64x64:r=25:d=1", "-t", "1", "-i", speechFile];
    const made = async (codec: string, ...options: string[]) => {
      const args = [...inputs, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", codec, ...options];
      return await probeMedia(await media.make("pcm.mp4", ...args));
    };
    // FFmpeg states the 24 bits of the FLAC file for samples of 32.
    const fragmented = ["-movflags", "frag_keyframe+empty_moov"];
    for (const options of [[], fragmented]) {
      expect(await made("pcm_s32le", ...options)).toMatchObject({
        audio: null,
        undecodableAudio: "pcm_s24le",
      });
      expect(await made("pcm_s24be", ...options)).toMatchObject({ audio: { codec: "pcm_s24be" } });
    }
    expect(await made("pcm_f32le")).toMatchObject({ audio: { codec: "pcm_f32le" } });
    // Resampled audio has the depth that FFmpeg states, and a rate that does not fit into 16 bits.
    expect(await made("pcm_s32le", "-ar", "96000")).toMatchObject({ audio: { codec: "pcm_s32le" } });
  });
});

describe("Dolby Vision", () => {
  test.each([
    [5, 0],
    [8, 0],
  ])("profile %i with compatibility %i is rejected with what to export", async (profile, compatibilityId) => {
    const file = await changed("hevc", withEntryBox("hvc1", dolbyVision(profile, compatibilityId)));
    await expect(probeMedia(file)).rejects.toMatchObject({
      name: "MediaUnsupported",
      message: expect.stringMatching(/HDR10, HLG or Dolby Vision profile 8\.4/),
    });
  });

  test("profile 8.4 is accepted", async () => {
    const file = await changed("hevc", withEntryBox("hvc1", dolbyVision(8, 4)));
    const [track] = (await inspectContainer(file, undefined))?.tracks ?? [];
    expect(track?.dolbyVision).toEqual({ profile: 8, compatibilityId: 4 });
    expect((await probeMedia(file)).video?.codec).toBe("hevc");
  });
});

describe("audio that cannot be decoded", () => {
  /** Replaces the configuration of the AAC decoder. Source: ISO/IEC 14496-1, 7.2.6.7 (tag 5 of `esds`). */
  const withAudioConfig = (hex: string) => (bytes: Buffer) => {
    const start = bytes.indexOf("05808080", bytes.indexOf("esds"), "hex") + 5;
    Buffer.from(hex, "hex").copy(bytes, start, 0, bytes[start - 1]);
    return bytes;
  };
  const withAudioCode = (code: string) => (bytes: Buffer) => {
    bytes.write(code, bytes.indexOf("mp4a", bytes.indexOf("stsd", bytes.indexOf("soun"))), "latin1");
    return bytes.fill("free", bytes.indexOf("esds"), bytes.indexOf("esds") + 4);
  };

  test.each<[string, string, (bytes: Buffer) => Buffer]>([
    ["xHE-AAC", "mp4a", withAudioConfig("f948400000")],
    ["an unknown codec", "zzz1", withAudioCode("zzz1")],
    ["AC-4", "ac4", withAudioCode("ac-4")],
  ])("leaves the video, and states the codec: %s", async (_, codec, change) => {
    const info = await probeMedia(await changed("plain", change));
    expect(info).toMatchObject({
      audio: null,
      undecodableAudio: codec,
      video: { codec: "h264", frameCount: 150 },
    });
    expect(info.durationSeconds).toBeCloseTo(6, 1);
    expect(() => checkAudioForSpeech(info)).toThrow(/cannot be decoded/);
  });

  test("does not hide a second track that can be decoded", async () => {
    const two = ["-i", files.plain ?? "", "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy"];
    files.two = await media.make("two.mp4", ...two);
    const info = await probeMedia(await changed("two", withAudioConfig("f948400000")));
    expect(info.audio).toMatchObject({ codec: "aac", streamIndex: 2, channels: 1 });
    expect(info).not.toHaveProperty("undecodableAudio");
  });

  test("makes an audio file unreadable", async () => {
    files.audio = await media.make("audio.m4a", "-i", files.plain ?? "", "-map", "0:a", "-c", "copy");
    await expect(probeMedia(await changed("audio", withAudioConfig("f948400000")))).rejects.toMatchObject({
      name: "MediaUnreadable",
      message: expect.stringContaining("audio track (mp4a) cannot be decoded"),
    });
  });
});
