import { describe, expect, test } from "@jest/globals";
import { checkStatedLength, statedLength } from "../../../../core/videos/stated-length.ts";

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer).reverse();
const l32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const l64 = (value: number): Buffer => Buffer.concat([l32(value), l32(0)]);
const file = (...parts: (string | Buffer | number)[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "number"
        ? Buffer.alloc(part)
        : typeof part === "string"
          ? Buffer.from(part, "latin1")
          : part,
    ),
  );
const lengthOf = (bytes: Buffer, mediaType: string) =>
  statedLength(
    { sizeBytes: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) },
    mediaType,
  );

const wav = (size: number): Buffer =>
  file("RIFF", l32(size + 28), "WAVEfmt ", l32(16), 16, "data", l32(size), 100);
const guidTail = 12;

describe("statedLength", () => {
  test("finds the data of WAV behind other chunks, in both byte orders", async () => {
    expect(await lengthOf(wav(5000), "audio/wav")).toEqual({ endBytes: 5044 });
    const big = file("RIFX", u32(0), "WAVELIST", u32(3), 4, "data", u32(70), 8);
    expect(await lengthOf(big, "audio/wav")).toEqual({ endBytes: 102 });
  });

  test.each([
    ["0", 0],
    ["-1", 0xffffffff],
    ["-1 without the header", 0xffffffff - 36],
    ["the largest of sox", 0x7ffff000],
    ["2 GiB of arecord", 0x80000000],
  ])("knows no length of a streamed WAV whose size is %s", async (_name, size) => {
    expect(await lengthOf(wav(size), "audio/wav")).toEqual({});
  });

  test("takes the size of RF64 from its own chunk", async () => {
    const rf64 = (size: number) =>
      file(
        "RF64",
        l32(0xffffffff),
        "WAVEds64",
        l32(28),
        l64(0),
        l64(size),
        l64(0),
        l32(0),
        "data",
        l32(0xffffffff),
        9,
      );
    expect(await lengthOf(rf64(9000), "audio/wav")).toEqual({ endBytes: 9056 });
    expect(await lengthOf(rf64(0), "audio/wav")).toEqual({});
  });

  test("reads AIFF, CAF, Wave64 and Sun audio", async () => {
    const aiff = file("FORM", u32(0), "AIFFCOMM", u32(17), 18, "SSND", u32(800), 50);
    expect(await lengthOf(aiff, "audio/aiff")).toEqual({ endBytes: 46 + 800 });
    const caf = (high: number, low: number) =>
      file("caff", 4, "desc", u32(0), u32(32), 32, "data", u32(high), u32(low), 50);
    expect(await lengthOf(caf(0, 700), "audio/x-caf")).toEqual({ endBytes: 64 + 700 });
    expect(await lengthOf(caf(0xffffffff, 0xffffffff), "audio/x-caf")).toEqual({});
    const wave64 = file("riff", 36, "fmt ", guidTail, l64(40), 16, "data", guidTail, l64(600), 50);
    expect(await lengthOf(wave64, "audio/x-w64")).toEqual({ endBytes: 80 + 600 });
    expect(await lengthOf(file(".snd", u32(32), u32(500), 50), "audio/basic")).toEqual({ endBytes: 532 });
    expect(await lengthOf(file(".snd", u32(32), u32(0xffffffff), 50), "audio/basic")).toEqual({});
  });

  test("reads the number of samples of FLAC", async () => {
    // 20 bits of sample rate (44,100), 3 of channels, 5 of sample size, 36 of samples.
    const flac = (samples: number) => file("fLaC", 14, u32((44_100 << 12) >>> 0), u32(samples), 16);
    expect(await lengthOf(flac(441_000), "audio/flac")).toEqual({ seconds: 10 });
    expect(await lengthOf(flac(0), "audio/flac")).toEqual({});
  });

  test("reads the segment of WebM, which live recordings leave open", async () => {
    const webm = (size: Buffer) => file(u32(0x1a45dfa3), Buffer.from([0x80]), u32(0x18538067), size, 20);
    expect(await lengthOf(webm(Buffer.from([0x41, 0x00])), "audio/webm")).toEqual({ endBytes: 11 + 256 });
    expect(
      await lengthOf(webm(Buffer.from([0x01, 255, 255, 255, 255, 255, 255, 255])), "audio/webm"),
    ).toEqual({});
  });

  test("reads the size of Windows Media unless it is a broadcast", async () => {
    const id = Buffer.from("a1dcab8c47a9cf118ee400c00c205365", "hex");
    const asf = (flags: number) => file(30, id, l64(104), 16, l64(8000), 40, l32(flags), 20);
    expect(await lengthOf(asf(2), "audio/x-ms-wma")).toEqual({ endBytes: 8000 });
    expect(await lengthOf(asf(1), "audio/x-ms-wma")).toEqual({});
  });

  test("reads the last page of Ogg, whole or cut", async () => {
    const page = file("OggS", 22, Buffer.from([2, 255, 10]), 265);
    expect(await lengthOf(file(page, page), "audio/ogg")).toEqual({ endBytes: 2 * page.length });
    expect(await lengthOf(file(page, page.subarray(0, 100)), "audio/ogg")).toEqual({
      endBytes: 2 * page.length,
    });
    expect(await lengthOf(file(page, page.subarray(0, 20)), "audio/ogg")).toEqual({
      endBytes: page.length + 27,
    });
  });

  test("reads the table of contents of MPEG audio, after its tag", async () => {
    const frame = file(u16(0xfffb), 34, "Xing", u32(3), u32(10), u32(7000), 100);
    expect(await lengthOf(frame, "audio/mpeg")).toEqual({ endBytes: 7000 });
    const tag = file("ID3", Buffer.from([4, 0, 0, 0, 0, 1, 0]), 128);
    expect(await lengthOf(file(tag, frame), "audio/mpeg")).toEqual({ endBytes: 138 + 7000 });
    const variable = file(u16(0xfffb), 34, "VBRI", 6, u32(6000), 100);
    expect(await lengthOf(variable, "audio/mpeg")).toEqual({ endBytes: 6000 });
    expect(await lengthOf(file(u16(0xfffb), 200), "audio/mpeg")).toEqual({});
  });

  test("knows no length of formats without one", async () => {
    expect(await lengthOf(file("#!AMR\n", 50), "audio/amr")).toEqual({});
  });
});

describe("checkStatedLength", () => {
  const incomplete = expect.objectContaining({
    name: "MediaUnreadable",
    message: expect.stringMatching(/incomplete/),
  });
  const check =
    (...args: Parameters<typeof checkStatedLength>) =>
    () =>
      checkStatedLength(...args);

  test("rejects a file that is shorter than it states", () => {
    expect(check({ endBytes: 100_000 }, "audio/wav", 60_000, 1)).toThrow(incomplete);
    expect(check({ seconds: 10 }, "audio/flac", 1000, 6)).toThrow(incomplete);
    expect(check({ endBytes: 1001 }, "audio/ogg", 1000, 1)).toThrow(incomplete);
  });

  test("accepts a size that is slightly too large, a longer file, and one that states nothing", () => {
    expect(check({ endBytes: 60_128 }, "audio/wav", 60_000, 1)).not.toThrow();
    expect(check({ endBytes: 60_000 }, "audio/wav", 90_000, 1)).not.toThrow();
    expect(check({ seconds: 10 }, "audio/flac", 1000, 9.9)).not.toThrow();
    expect(check({}, "audio/wav", 1000, 1)).not.toThrow();
  });
});
