import { expect, test } from "@jest/globals";
import { setText } from "../../../../console/editor/edits.ts";
import { toEntries } from "../../../../console/editor/entries.ts";
import { edit, startHistory } from "../../../../console/editor/history.ts";
import { toParagraphs } from "../../../../console/editor/paragraphs.ts";

const entries = toEntries(
  Array.from({ length: 300 }, (_, index) => ({
    text: index % 10 === 9 ? "end." : `word${index}`,
    type: "word" as const,
    start_time: index + (index >= 5 ? 2 : 0),
    end_time: index + (index >= 5 ? 2 : 0) + 0.5,
  })),
);

test("paragraphs end at pauses, and at sentences once they are long", () => {
  const paragraphs = toParagraphs(entries);
  expect(paragraphs.flatMap((paragraph) => paragraph.entries)).toEqual(entries);
  expect(paragraphs.map(({ from }) => from)).toEqual([0, 5, 50, 90, 130, 170, 210, 250, 290]);
});

test("an edit makes one new paragraph; the others are the same objects", () => {
  const before = toParagraphs(entries);
  const { entries: changed } = edit(startHistory(entries), setText(entries, 60, "changed"));
  const after = toParagraphs(changed, before);
  expect(after.map((paragraph, index) => paragraph === before[index])).toEqual(
    before.map(({ from }) => from !== 50),
  );
});

test("an empty transcript has no paragraph", () => {
  expect(toParagraphs([])).toEqual([]);
});
