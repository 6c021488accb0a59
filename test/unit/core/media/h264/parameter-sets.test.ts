import { describe, expect, test } from "@jest/globals";
import {
  freeParameterSetId,
  joinedConfiguration,
  parseAvcConfiguration,
} from "../../../../../core/media/h264/parameter-sets.ts";
import { parseSequence, withFrameBuffer } from "../../../../../core/media/h264/sequence-parameters.ts";

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

/** Written by x264: 360 × 640 of `fast`, with B-frames; and of `ultrafast` with `sps-id=1`. */
const high = bytes(
  "0164001effe1001e6764001eacd9417051e5f016a0202028000003000800000301e078b16cb001000668eae3cb22c0fdf8f800",
);
const baseline = bytes(
  "0142c01effe1001c6742c01e56817051e5f016a0202028000003000800000301e078b1750100056848e0fc80",
);

describe("the configuration of an H.264 track", () => {
  test("has parameter sets with their size, IDs and frame buffer", () => {
    const { profile, level, lengthBytes, sequences, pps } = parseAvcConfiguration(high);
    expect([profile, level, lengthBytes, sequences.length, pps.length]).toEqual([100, 30, 4, 1, 1]);
    expect(sequences.map(parseSequence)).toMatchObject([
      {
        id: 0,
        widthBlocks: 23,
        heightBlocks: 40,
        crop: [0, 8, 0, 0],
        buffer: { reorderedFrames: 2, frames: 4 },
      },
    ]);
  });

  test("has a free ID for further parameter sets", () => {
    expect(freeParameterSetId(parseAvcConfiguration(high))).toBe(1);
    expect(freeParameterSetId(parseAvcConfiguration(baseline))).toBe(0);
  });

  test.each([0, 3, 5, 7, 20, high.length - 10])("is rejected when it ends after %i bytes", (length) => {
    expect(() => parseAvcConfiguration(high.slice(0, length))).toThrow(RangeError);
  });

  test("of two joined streams has the parameter sets of both, with one frame buffer and level", () => {
    const joined = parseAvcConfiguration(
      joinedConfiguration(parseAvcConfiguration(baseline), parseAvcConfiguration(high)),
    );
    expect([joined.profile, joined.level, joined.pps.length]).toEqual([100, 30, 2]);
    expect(joined.sequences.map(parseSequence)).toMatchObject(
      [1, 0].map((id) => ({ id, buffer: { reorderedFrames: 2, frames: 4 }, widthBlocks: 23 })),
    );
    // Constrained Baseline is stated as Main.
    expect(joined.sequences.map(([, profile]) => profile)).toEqual([77, 100]);
  });
});

describe("a sequence parameter set", () => {
  const [sequence = new Uint8Array()] = parseAvcConfiguration(high).sequences;

  test("with its own frame buffer and level is unchanged", () => {
    expect(withFrameBuffer(sequence, { reorderedFrames: 2, frames: 4 }, 30)).toEqual(sequence);
  });

  test.each([
    ["Baseline", "the profile, without the flag of Main", 8, "010000100000"],
    ["4:2:2", "the chroma format", 33, "011"],
    ["interlaced", "the flag of progressive frames", 71, "0"],
  ])("of %s video is rejected: it states this by %s", (_kind, _field, at, changed) => {
    const bits = [...sequence].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const other = bits.slice(0, at) + changed + bits.slice(at + changed.length);
    const unit = Uint8Array.from(other.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
    expect(() => parseSequence(unit)).toThrow("unusual");
  });
});
