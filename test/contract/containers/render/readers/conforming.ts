import { statSync } from "node:fs";
import { expect } from "@jest/globals";
import type { RenderedVideo } from "../../../../../containers/render/render-video.ts";
import { identityMatrix, readMovieIndex } from "./movie-index.ts";
import { type PacketTime, type ReadFile, readWithMediabunny, readWithPyav } from "./readers.ts";

/** The required content of a file, in any container. */
export interface Expected {
  video: RenderedVideo & { path: string };
  hasAudio: boolean;
  /** Frames per second. */
  rate: number;
}

/** WebM uses milliseconds; the others have a tick for every frame. */
const toleranceSeconds = (path: string): number => (path.endsWith(".webm") ? 0.0006 : 1e-5);

/** Names of the encoder; other text would be from the source. */
const ownTags = /^(©too|©swr|encoder|major_brand|minor_version|compatible_brands)$/i;

const expectFrameTimes = (times: readonly number[], { video, rate }: Expected): void => {
  const sorted = [...times].sort((a, b) => a - b);
  expect(sorted).toHaveLength(video.frames);
  const worst = Math.max(...sorted.map((seconds, frame) => Math.abs(seconds - frame / rate)));
  expect(worst).toBeLessThan(toleranceSeconds(video.path));
};

/** Audio starts at or before 0 (the priming of AAC) and has neither gaps nor overlaps. */
const expectContinuousAudio = (packets: readonly PacketTime[], { video, rate }: Expected): void => {
  expect(packets[0]?.seconds).toBeLessThanOrEqual(0);
  const steps = packets.slice(1).map(({ seconds }, index) => {
    const before = packets[index];
    return Math.abs(seconds - (before ? before.seconds + before.durationSeconds : 0));
  });
  expect(Math.max(0, ...steps)).toBeLessThan(0.001);
  const last = packets.at(-1);
  const end = last ? last.seconds + last.durationSeconds : 0;
  expect(Math.abs(end - video.durationSeconds)).toBeLessThan(1 / rate + 0.03);
};

/** Reads the file with mediabunny and checks tracks, times, key frames and tags. */
export const expectReadByMediabunny = async (expected: Expected): Promise<ReadFile> => {
  const { video, hasAudio, rate } = expected;
  const file = await readWithMediabunny(video.path);
  expect(file.tracks.map(({ type }) => type)).toEqual(hasAudio ? ["video", "audio"] : ["video"]);
  expect(file.tracks.every(({ isDefault }) => isDefault)).toBe(true);
  expect(Math.abs(file.durationSeconds - video.durationSeconds)).toBeLessThan(1 / rate + 0.03);
  expect(Object.keys(file.tags).filter((name) => !ownTags.test(name))).toEqual([]);
  const [images, audio] = file.tracks;
  expect(images?.video).toMatchObject({ width: video.width, height: video.height, rotation: 0 });
  const packets = images?.packets ?? [];
  expectFrameTimes(
    packets.map(({ seconds }) => seconds),
    expected,
  );
  expect(packets[0]?.isKey).toBe(true);
  if (audio) expectContinuousAudio(audio.packets, expected);
  return file;
};

/** Decodes the file with PyAV and checks that every frame has its time and no side data of the source. */
export const expectDecodedByPyav = async (expected: Expected): Promise<void> => {
  const { video, hasAudio } = expected;
  const { streams, metadata, chapters } = await readWithPyav(video.path);
  expect(streams.map(({ type }) => type)).toEqual(hasAudio ? ["video", "audio"] : ["video"]);
  expect(Object.keys(metadata).filter((name) => !ownTags.test(name))).toEqual([]);
  expect(chapters).toBe(0);
  const [images, audio] = streams;
  expectFrameTimes(images?.times ?? [], expected);
  expect(images?.sizes).toEqual([[video.width, video.height]]);
  // x264 writes its settings into the first frame.
  expect(images?.sideData?.filter((name) => name !== "SEI_UNREGISTERED")).toEqual([]);
  if (!hasAudio) return;
  const seconds = (audio?.samples ?? 0) / (audio?.sampleRate ?? 1);
  expect(Math.abs(seconds - video.durationSeconds)).toBeLessThan(0.06);
};

/** Checks the boxes of an MP4 or QuickTime file. `colr` is the content of that box as hexadecimal digits. */
export const expectConformingBoxes = ({ video, hasAudio, rate }: Expected, colr: string): void => {
  const { boxes, tracks, userDataTypes, movieSeconds } = readMovieIndex(video.path);
  const types = boxes.map(({ type }) => type).filter((type) => type !== "free" && type !== "wide");
  expect(types).toEqual(["ftyp", "moov", "mdat"]);
  expect(boxes.reduce((sum, { size }) => sum + size, 0)).toBe(statSync(video.path).size);
  expect(userDataTypes.filter((type) => type !== "meta")).toEqual([]);
  expect(tracks.map(({ handler, handlerName }) => [handler, handlerName])).toEqual(
    [
      ["vide", "VideoHandler"],
      ["soun", "SoundHandler"],
    ].slice(0, hasAudio ? 2 : 1),
  );
  const [start, end] = boxes.flatMap(({ type, start, size }) =>
    type === "mdat" ? [start, start + size] : [],
  );
  for (const track of tracks) {
    expect(track.boxTypes).toEqual(["tkhd", "edts", "mdia"]);
    expect(track.matrix).toEqual(identityMatrix);
    expect(track.isEnabled).toBe(true);
    expect(track.sampleEntries).toHaveLength(1);
    expect(track.edits).toMatchObject([{ rate: 1 }]);
    expect(track.edits[0]?.mediaTime).toBeGreaterThanOrEqual(0);
    expect(Math.abs((track.edits[0]?.seconds ?? 0) - video.durationSeconds)).toBeLessThan(1 / rate + 0.03);
    expect(Math.min(...track.chunkOffsets)).toBeGreaterThan(start ?? 0);
    expect(Math.max(...track.chunkOffsets)).toBeLessThan(end ?? 0);
  }
  expect(Math.abs(movieSeconds - video.durationSeconds)).toBeLessThan(1 / rate + 0.03);
  expect(tracks[0]?.entryBoxes).toMatchObject({ colr, pasp: "0000000100000001" });
};
