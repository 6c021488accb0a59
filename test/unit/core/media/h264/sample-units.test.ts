import { describe, expect, test } from "@jest/globals";
import { sampleKind } from "../../../../../core/media/h264/sample-units.ts";

const unit = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);
const [slice, idrSlice, delimiter] = [unit(0x41, 0x9a), unit(0x65, 0x88), unit(0x09, 0x10)];
/** A unit with one message of two bytes. */
const message = (type: number): Uint8Array => unit(0x06, type, 2, 0xaa, 0xbb, 0x80);
/** The first bytes of the message of x264. */
const versionMessage = unit(0x06, 5, 16, ...Buffer.from("dc45e9bde6d948b7962cd820d923eeef", "hex"), 0x80);

describe("a sample of an H.264 track", () => {
  test.each([
    ["an IDR frame", [delimiter, idrSlice, idrSlice], "idr"],
    ["another frame", [slice], "other"],
    ["a frame with the version of its encoder", [versionMessage, idrSlice], "idr"],
    ["a frame with other data of its camera", [message(5), idrSlice], "unusual"],
    ["a recovery point, which is no IDR frame", [message(6), slice], "other"],
    ["a frame with captions", [message(4), slice], "unusual"],
    ["a frame with a rotation", [message(47), idrSlice], "unusual"],
    ["a frame with a message that is cut off", [unit(0x06, 1, 200, 1, 0x80), slice], "unusual"],
    ["a frame with parameter sets", [unit(0x67, 0x64), idrSlice], "unusual"],
    ["a frame in data partitions", [unit(0x22, 0)], "unusual"],
    ["slices of both kinds", [idrSlice, slice], "unusual"],
    ["nothing", [], "unusual"],
  ])("with %s is %j", (_, units, kind) => {
    expect(sampleKind(units)).toBe(kind);
  });
});
