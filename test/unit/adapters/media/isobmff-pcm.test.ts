import { describe, expect, test } from "@jest/globals";
import {
  describePcm,
  fragmentTotals,
  isMisdescribed,
  tableTotals,
} from "../../../../adapters/media/isobmff-pcm.ts";
import { CompactSampleSizes } from "../../../../adapters/media/isobmff-samples.ts";

/** A sample entry of stereo at 48 kHz. */
const entry = (bits: number, rate = 48_000): Buffer => {
  const data = Buffer.alloc(34);
  data.writeUInt16BE(2, 8);
  data.writeUInt16BE(rate, 16);
  data.write("\0\0\0\x0epcmC", 20, "latin1");
  data.writeUInt8(bits, 33);
  return data;
};

describe("the description of PCM", () => {
  test("gives the size of a frame", () => {
    expect(describePcm("ipcm", entry(24))).toEqual({ channels: 2, bytesPerSample: 3, sampleRate: 48_000 });
    expect(describePcm("fpcm", entry(32, 0))).toEqual({ channels: 2, bytesPerSample: 4, sampleRate: 0 });
  });

  test("has the rate of the `srat` box, if there is one", () => {
    const rate = Buffer.alloc(16);
    rate.write("\0\0\0\x10srat", 0, "latin1");
    rate.writeUInt32BE(96_000, 12);
    const withRate = Buffer.concat([entry(32), rate]);
    expect(describePcm("ipcm", withRate)).toEqual({ channels: 2, bytesPerSample: 4, sampleRate: 96_000 });
  });

  test("is unknown for other entries, and without a configuration", () => {
    expect(describePcm("in24", entry(24))).toBeNull();
    expect(describePcm("ipcm", undefined)).toBeNull();
    expect(describePcm("ipcm", Buffer.alloc(40))).toBeNull();
    expect(describePcm("ipcm", entry(24).subarray(0, 32))).toBeNull();
  });

  test.each<[string, number, number, number, boolean]>([
    ["32 bits as 24", 8 * 48_000, 48_000, 48_000, true],
    ["24 bits as 24", 6 * 48_000, 48_000, 48_000, false],
    ["24 bits in another time scale", 6 * 48_000, 1000, 1000, false],
    ["32 bits in another time scale", 8 * 48_000, 1000, 1000, true],
    ["a last sample of odd duration", 6 * 48_000, 48_900, 48_000, false],
    ["a duration that is half as long as the samples", 6 * 48_000, 24_000 * 1.1, 48_000, false],
    ["no samples", 0, 0, 48_000, false],
  ])("is compared with the samples: %s", (_, bytes, ticks, timescale, expected) => {
    const description = { channels: 2, bytesPerSample: 3, sampleRate: 48_000 };
    expect(isMisdescribed(description, { bytes, ticks }, timescale)).toBe(expected);
  });

  test("uses the time scale for a rate that does not fit into the entry", () => {
    const description = { channels: 2, bytesPerSample: 3, sampleRate: 0 };
    expect(isMisdescribed(description, { bytes: 6 * 96_000, ticks: 96_000 }, 96_000)).toBe(false);
  });
});

describe("the totals of a track", () => {
  test("are those of its tables", () => {
    const constant = Object.assign(new CompactSampleSizes(), { constantSize: 8, sampleCount: 100 });
    const stts = { sample_counts: [99, 1], sample_deltas: [1, 3] };
    expect(tableTotals({ stsz: constant }, stts)).toEqual({ bytes: 800, ticks: 102 });
    const listed = Object.assign(new CompactSampleSizes(), {
      sampleCount: 2,
      sizes: new Uint32Array([10, 20]),
    });
    expect(tableTotals({ stsz: listed }, undefined)).toEqual({ bytes: 30, ticks: 0 });
  });

  test("are those of a fragment, with the defaults of the fragment or of the movie", () => {
    const defaults = { sizeBytes: 4, ticks: 2 };
    const truns = [{ sample_count: 3, data_offset: 0, sample_size: [], sample_duration: [] }];
    expect(fragmentTotals({ tfhd: { track_id: 1, flags: 0 }, truns }, defaults)).toEqual({
      bytes: 12,
      ticks: 6,
    });
    const tfhd = { track_id: 1, flags: 0x18, default_sample_duration: 5, default_sample_size: 7 };
    expect(fragmentTotals({ tfhd, truns }, defaults)).toEqual({ bytes: 21, ticks: 15 });
    const listed = [{ sample_count: 2, data_offset: 0, sample_size: [1, 2], sample_duration: [8, 9] }];
    expect(fragmentTotals({ tfhd, truns: listed }, defaults)).toEqual({ bytes: 3, ticks: 17 });
  });
});
