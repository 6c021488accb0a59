import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { seededRandom } from "../../../core/seeded-random.ts";
import { mutantOf } from "../../fuzz/campaign.ts";
import { boxesOf, mutateBoxes } from "../../fuzz/mutate-boxes.ts";
import { elementsOf, mutateElements } from "../../fuzz/mutate-elements.ts";

const movie = readFileSync(resolve("test/media/video/sy_0.4s.mp4"));
/** An EBML header with a document type, and a segment of unknown size with an empty cluster. */
const matroska = Buffer.from("1a45dfa3874282847765626d1853806701ffffffffffffff1f43b67583e78100", "hex");

describe("the mutator of boxes", () => {
  test("finds boxes at every depth, also inside sample entries", () => {
    const types = boxesOf(movie).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(["ftyp", "moov", "elst", "stsz", "avc1", "avcC", "esds", "mdat"]),
    );
  });

  test("is deterministic for a seed, and differs for other seeds", () => {
    const sources = [{ name: "movie.mp4", bytes: movie }];
    const mutants = Array.from({ length: 20 }, (_, number) => mutantOf(sources, 7, number));
    expect(mutantOf(sources, 7, 3).bytes.equals(mutants[3]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(new Set(mutants.map(({ bytes }) => bytes.toString("base64"))).size).toBeGreaterThan(17);
  });

  test("keeps the boxes around a removed or repeated one whole", () => {
    const whole = Array.from({ length: 300 }, (_, seed) => mutateBoxes(movie, seededRandom(seed)))
      .filter(({ changes }) => changes.every((change) => /^without|times$/.test(change)))
      .filter(({ changes }) => !changes.some((change) => /moov|ftyp|mdat/.test(change)));
    expect(whole.length).toBeGreaterThan(5);
    for (const { bytes } of whole) {
      const outer = boxesOf(bytes).filter(({ parents }) => parents.length === 0);
      expect(outer.reduce((sum, { size }) => sum + size, 0)).toBe(bytes.length);
    }
  });
});

describe("the mutator of Matroska elements", () => {
  test("finds elements inside segments of unknown size", () => {
    expect(elementsOf(matroska).map(({ id }) => id)).toEqual([
      "1a45dfa3",
      "4282",
      "18538067",
      "1f43b675",
      "e7",
    ]);
  });

  test("does not change the original", () => {
    const before = Buffer.from(matroska);
    for (let seed = 0; seed < 200; seed += 1) mutateElements(matroska, seededRandom(seed));
    expect(matroska.equals(before)).toBe(true);
  });
});
