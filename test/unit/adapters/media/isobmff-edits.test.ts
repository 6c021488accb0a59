import { describe, expect, test } from "@jest/globals";
import { lastStartOfUnsyncedEdit, type TrackTiming } from "../../../../adapters/media/isobmff-edits.ts";

/** Ten samples of 100 units at 1000 per second, each shown where it is stored. */
const track = (
  syncSamples: number[],
  edits: [duration: number, mediaTime: number][],
  offsets?: { sample_counts: number[]; sample_offsets: number[] },
): TrackTiming => ({
  edts: {
    elst: { entries: edits.map(([segment_duration, media_time]) => ({ segment_duration, media_time })) },
  },
  mdia: {
    mdhd: { timescale: 1000 },
    minf: {
      stbl: {
        stts: { sample_counts: [4, 6], sample_deltas: [100, 100] },
        ...(offsets ? { ctts: offsets } : {}),
        stss: { sample_numbers: syncSamples },
      },
    },
  },
});

describe("the last sample of a track whose edit begins before the first sync sample", () => {
  test("is shown by its composition time and the edit", () => {
    expect(lastStartOfUnsyncedEdit(track([4], [[600, 250]]), 600)).toBeCloseTo(0.65, 9);
  });

  test("is the last one of the edit when that ends before the media", () => {
    expect(lastStartOfUnsyncedEdit(track([4], [[300, 250]]), 600)).toBeCloseTo(0.45, 9);
  });

  test("is delayed by an empty edit", () => {
    const edits: [number, number][] = [
      [120, -1],
      [600, 250],
    ];
    expect(lastStartOfUnsyncedEdit(track([4], edits), 600)).toBeCloseTo(0.85, 9);
  });

  test("is found by offsets, also by negative ones that are stored without a sign", () => {
    const offsets = { sample_counts: [9, 1], sample_offsets: [0, 2 ** 32 - 150] };
    expect(lastStartOfUnsyncedEdit(track([4], [[600, 250]], offsets), 600)).toBeCloseTo(0.55, 9);
  });

  test.each<[string, TrackTiming]>([
    ["a sync sample precedes it", track([1, 4], [[600, 250]])],
    [
      "there are two edits",
      track(
        [4],
        [
          [300, 250],
          [300, 700],
        ],
      ),
    ],
    ["there is no edit", track([4], [])],
  ])("is null when %s", (_, timing) => {
    expect(lastStartOfUnsyncedEdit(timing, 600)).toBeNull();
  });
});
