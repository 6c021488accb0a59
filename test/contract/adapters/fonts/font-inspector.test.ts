import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { openFontContainer } from "../../../../adapters/fonts/font-container.ts";
import { inspectFont } from "../../../../adapters/fonts/font-inspector.ts";
import type { IsolationLimits } from "../../../../adapters/isolated-process.ts";
import { media } from "../../containers/ingest/upload-service.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-test-inspector-"));
afterAll(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;
const inspect = (file: string, limits?: IsolationLimits) => inspectFont(media(`font/${file}`), never, limits);
const inspectBytes = (bytes: Uint8Array) => {
  const path = join(folder, "font");
  writeFileSync(path, bytes);
  return inspectFont(path, never);
};
const rejected = (sentence: RegExp) => ({
  name: "InvalidFont",
  message: expect.stringMatching(sentence),
});

describe("inspecting a font", () => {
  test.each([
    ["static faces", "roboto-latin-700.woff", "woff", "Roboto", "Bold", 700, null],
    ["variable faces", "inter-variable.woff2", "woff2", "Inter", "Regular", 400, { min: 100, max: 900 }],
    ["CFF outlines", "same-face.otf", "otf", "Montserrat ExtraBold", "Regular", 800, null],
    [
      "color faces",
      "noto_handwriting-colrv1.ttf",
      "ttf",
      "noto_handwriting-glyf_colr_1",
      "Regular",
      400,
      null,
    ],
  ])("returns the metadata of %s", async (_, file, format, family, style, weight, weightRange) => {
    const isVariable = weightRange !== null;
    expect(await inspect(file)).toEqual({
      ...{ format, family, style, weight, weightRange, isVariable },
      characters: expect.stringMatching(/^(U\+[0-9a-f]+(-[0-9a-f]+)?,?)+$/),
    });
  });

  test("returns a font or an error message for every malformed file", async () => {
    const files = readdirSync(media("font")).filter((file) => file.startsWith("ots_"));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) {
      const outcome = await inspect(file).catch((error: Error) => error.name);
      if (file.startsWith("ots_good")) expect(outcome).toMatchObject({ format: expect.any(String) });
      else
        expect(["InvalidFont", "object"]).toContain(typeof outcome === "string" ? outcome : typeof outcome);
    }
  });

  test("does not unpack tables that are declared or actually too large", async () => {
    const zeros = Buffer.alloc(130 * 1024 ** 2);
    await expect(inspectBytes(woff(zeros.length, deflateSync(zeros)))).rejects.toMatchObject(
      rejected(/unpacks to more than 128 MB/),
    );
    await expect(inspectBytes(woff(200_000, deflateSync(zeros)))).rejects.toMatchObject(
      rejected(/cannot be unpacked/),
    );
    await expect(
      inspectBytes(woff2([0x88, 0x80, 0x80, 0x00], zeros.subarray(0, 20 * 1024 ** 2))),
    ).rejects.toMatchObject(rejected(/cannot be unpacked/));
    await expect(
      inspectBytes(woff2([0xff, 0xff, 0xff, 0xff, 0x7f], zeros.subarray(0, 1000))),
    ).rejects.toMatchObject(rejected(/damaged/));
  });

  test("rejects glyphs that refer to each other in a circle", async () => {
    const bytes = Buffer.from(readFileSync(media("font/same-face.ttf")));
    const { tables } = openFontContainer(bytes);
    const [glyf, loca] = [tables.get("glyf"), tables.get("loca")].map((table) => {
      if (!table) throw new Error("the font has no outlines");
      return new DataView(table.buffer, table.byteOffset, table.byteLength);
    });
    if (!glyf || !loca) throw new Error("the font has no outlines");
    const count = loca.byteLength / 2 - 1;
    for (let glyph = 0; glyph < count; glyph += 1) {
      const [start, end] = [2 * loca.getUint16(2 * glyph), 2 * loca.getUint16(2 * glyph + 2)];
      if (end - start < 16) continue;
      // A composite of one component: the next glyph, and the first after the last.
      glyf.setInt16(start, -1);
      glyf.setUint16(start + 10, 2);
      glyf.setUint16(start + 12, (glyph + 1) % count);
    }
    await expect(inspectBytes(bytes)).rejects.toMatchObject(rejected(/./));
  });

  test("is rejected at its limit of memory, but not for a machine that is too slow", async () => {
    const limits = { cpuSeconds: 15, residentBytes: 900 * 1024 ** 2, heapMebibytes: 256 };
    const file = "same-face.ttf";
    const sentence = rejected(/too much time or memory/);
    await expect(inspect(file, { ...limits, residentBytes: 1 })).rejects.toMatchObject(sentence);
    await expect(inspect(file, { ...limits, cpuSeconds: 0.001 })).rejects.toThrow("took longer than 0.01 s");
  });

  test("is stopped with its request", async () => {
    const aborted = AbortSignal.abort(new Error("the client broke off"));
    await expect(inspectFont(media("font/same-face.ttf"), aborted)).rejects.toThrow("the client broke off");
  });
});

/** A WOFF file of one table that declares `unpackedBytes`. Source: W3C, WOFF File Format 1.0. */
const woff = (unpackedBytes: number, packed: Buffer): Buffer => {
  const header = Buffer.alloc(64);
  header.write("wOFF");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt16BE(1, 12);
  header.write("head", 44);
  header.writeUInt32BE(64, 48);
  header.writeUInt32BE(packed.length, 52);
  header.writeUInt32BE(unpackedBytes, 56);
  return Buffer.concat([header, packed]);
};

/** A WOFF2 file of one table; `size` is the declared size, as UIntBase128. Source: W3C, WOFF File Format 2.0. */
const woff2 = (size: number[], content: Buffer): Buffer => {
  const packed = brotliCompressSync(content);
  const header = Buffer.alloc(48);
  header.write("wOF2");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt16BE(1, 12);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, Buffer.from([1, ...size]), packed]);
};
