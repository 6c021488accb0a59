import { expect, test } from "@jest/globals";
import { toEntries } from "../../../../console/editor/entries.ts";
import { nextPageStart, pageStartsWithin, toPageStarts } from "../../../../console/editor/page-starts.ts";

const entries = toEntries(
  ["We", "go", ",", "now"].map((text, index) => ({
    text,
    type: text === "," ? "punctuation" : "word",
    start_time: text === "," ? 3 : index,
    end_time: text === "," ? 3 : index + 1,
  })),
);
const starts = toPageStarts(
  [0, 3].map((firstWordSeconds) => ({ firstWordSeconds, startSeconds: 0, endSeconds: 1 })),
);

test("a page begins with a word, not with a mark at the same time, and not with the first word of all", () => {
  expect(pageStartsWithin(entries, 0, starts)).toBe("3");
});

test("the first word of a later paragraph can begin a page", () => {
  expect(pageStartsWithin(entries, 40, starts)).toBe("0,3");
});

test("the next page is searched in both directions, up to the ends of the transcript", () => {
  expect([0, 2, 3].map((index) => nextPageStart(entries, index, 1, starts))).toEqual([3, 3, 3]);
  expect([0, 2, 3].map((index) => nextPageStart(entries, index, -1, starts))).toEqual([0, 0, 0]);
});
