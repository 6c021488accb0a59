import { expect, test } from "@jest/globals";
import { toEntries } from "../../../../console/editor/entries.ts";
import { edgeAt, snapped } from "../../../../console/editor/word-edges.ts";

const word = (text: string, start_time: number, end_time: number) => ({
  text,
  type: "word" as const,
  start_time,
  end_time,
});
const entries = toEntries([word("one", 0, 1), word("two", 1, 2), word("three", 3, 4)]);

test("the edge of a word is found within reach", () => {
  expect(edgeAt(entries, 2.95, 0.1)).toEqual({ index: 2, edge: "start" });
  expect(edgeAt(entries, 2.05, 0.1)).toEqual({ index: 1, edge: "end" });
  expect(edgeAt(entries, 2.5, 0.1)).toBeNull();
});

test("a dragged edge snaps to the nearest of playhead and neighbors", () => {
  expect(snapped(entries, 1, 2.93, 2.5, 0.1)).toBe(3);
  expect(snapped(entries, 1, 2.45, 2.5, 0.1)).toBe(2.5);
  expect(snapped(entries, 1, 2.3, 2.5, 0.1)).toBe(2.3);
});
