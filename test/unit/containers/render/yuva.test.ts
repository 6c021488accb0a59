import { describe, expect, test } from "@jest/globals";
import { frameHeader, streamHeader } from "../../../../containers/render/matroska.ts";
import { outputProblems } from "../../../../containers/render/verify-output.ts";
import { createRgbaConverter, createYuva, yuvaSize } from "../../../../containers/render/yuva.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { mediaInfo } from "../../core/render-plan/media.ts";

/** Converts a frame of one color and returns the first sample of each plane. */
const converted = (
  rgba: number[],
  matrix: "bt709" | "smpte170m",
  format: "yuva420p" | "yuva444p",
): number[] => {
  const frame = createYuva(format, 4, 2);
  const pixels = new Uint8ClampedArray(Array.from({ length: 8 }, () => rgba).flat());
  createRgbaConverter(matrix, format)(pixels, { x: 0, y: 0, width: 4, height: 2 }, frame);
  const plane = format === "yuva444p" ? 8 : 2;
  return [0, 8, 8 + plane, 8 + 2 * plane].map((at) => frame.bytes[at] ?? -1);
};

describe("R′G′B′A to Y′CbCrA", () => {
  // Expected values: ITU-R BT.709 and BT.601, 8-bit limited range.
  test.each([
    [[255, 255, 255, 255], "bt709", [235, 128, 128, 255]],
    [[255, 0, 0, 255], "bt709", [63, 102, 240, 255]],
    [[0, 255, 0, 255], "bt709", [173, 42, 26, 255]],
    [[0, 0, 255, 128], "bt709", [32, 240, 118, 128]],
    [[255, 0, 0, 255], "smpte170m", [81, 90, 240, 255]],
    [[0, 0, 0, 0], "bt709", [16, 128, 128, 0]],
  ] as const)("%j in %s", (rgba, matrix, expected) => {
    expect(converted([...rgba], matrix, "yuva420p")).toEqual(expected);
    expect(converted([...rgba], matrix, "yuva444p")).toEqual(expected);
  });

  test("the color of transparent pixels does not affect the chroma of adjacent ones", () => {
    const frame = createYuva("yuva420p", 2, 2);
    const pixels = new Uint8ClampedArray([255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    createRgbaConverter("bt709", "yuva420p")(pixels, { x: 0, y: 0, width: 2, height: 2 }, frame);
    expect([...frame.bytes]).toEqual([63, 16, 16, 16, 102, 240, 255, 0, 0, 0]);
  });

  test("writes only the given area", () => {
    const frame = createYuva("yuva420p", 8, 4);
    const pixels = new Uint8ClampedArray(4 * 4).fill(255);
    createRgbaConverter("bt709", "yuva420p")(pixels, { x: 4, y: 2, width: 2, height: 2 }, frame);
    const white = [...frame.bytes.subarray(0, 32)].flatMap((value, index) => (value === 235 ? [index] : []));
    expect(white).toEqual([20, 21, 28, 29]);
    expect(frame.bytes).toHaveLength(yuvaSize("yuva420p", 8, 4));
  });
});

describe("the stream to ffmpeg", () => {
  test("starts with a Matroska header with the frame size and format", () => {
    const header = streamHeader("yuva420p", 640, 120);
    expect(header.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(header.includes(Buffer.from([0x59, 0x34, 11, 8]))).toBe(true);
    expect(header.includes(Buffer.from("V_UNCOMPRESSED"))).toBe(true);
  });
  test("has a cluster with a timestamp for each frame", () => {
    const header = frameHeader(98_350, 1000);
    expect(header.subarray(0, 4).toString("hex")).toBe("1f43b675");
    expect(header.includes(Buffer.from("0180 2e".replace(" ", ""), "hex"))).toBe(true);
  });
});

describe("verifying an output", () => {
  const plan = planOutput(mediaInfo(), {});
  const good = {
    format: { size: "1000" },
    streams: [
      {
        codec_type: "video",
        codec_name: "h264",
        pix_fmt: "yuv420p",
        width: 1920,
        height: 1080,
        nb_read_packets: "300",
        duration: "10.000000",
      },
      { codec_type: "audio", codec_name: "aac" },
    ],
  };
  const [frame, audio] = good.streams;
  test("finds no problems in a file as planned", () => {
    expect(outputProblems(plan, good)).toEqual([]);
  });
  test.each([
    ["frames are missing", { ...good, streams: [{ ...frame, nb_read_packets: "299" }, audio] }],
    ["the sound is missing", { ...good, streams: [frame] }],
    ["it is empty", { ...good, format: { size: "0" } }],
    ["a wrong size", { ...good, streams: [{ ...frame, width: 1918 }, audio] }],
    ["a wrong pixel format", { ...good, streams: [{ ...frame, pix_fmt: "yuv444p" }, audio] }],
    ["too long", { ...good, streams: [{ ...frame, duration: "10.2" }, audio] }],
    ["another stream", { ...good, streams: [frame, audio, { codec_type: "data" }] }],
    ["no video stream", { ...good, streams: [audio] }],
  ])("%s", (_name, probed) => {
    expect(outputProblems(plan, probed as typeof good)).not.toEqual([]);
  });
  test("requires the tag for alpha in WebM", () => {
    const overlay = planOutput(mediaInfo(), {
      outputMode: "transparent",
      width: 100,
      height: 100,
      outputCodec: "vp9",
    });
    const stream = {
      codec_type: "video",
      codec_name: "vp9",
      pix_fmt: "yuv420p",
      width: 100,
      height: 100,
      nb_read_packets: "300",
    };
    const probed = (tags: Record<string, string>) => ({
      format: { size: "1000" },
      streams: [{ ...stream, tags }],
    });
    expect(outputProblems(overlay, probed({ ALPHA_MODE: "1" }))).toEqual([]);
    expect(outputProblems(overlay, probed({}))).not.toEqual([]);
  });
});
