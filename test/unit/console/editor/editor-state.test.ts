import { expect, test } from "@jest/globals";
import {
  type EditorAction,
  type EditorState,
  editorReducer,
  initialState,
  selectedRange,
} from "../../../../console/editor/editor-state.ts";
import { removeEntries, setAttributes } from "../../../../console/editor/edits.ts";
import { toPlainText } from "../../../../console/editor/entries.ts";

const words = ["one", "two", "three", ",", "four"].map((text, index) => ({
  text,
  type: text === "," ? ("punctuation" as const) : ("word" as const),
  start_time: index,
  end_time: index + 1,
}));

const after = (...actions: EditorAction[]): EditorState =>
  [{ kind: "load", words } as const, ...actions].reduce(editorReducer, initialState);
const textOf = ({ history }: EditorState): string => toPlainText(history.entries);

test("copied text has opening marks before their words", () => {
  const texts = ["so", ",", '"', "yes", ',"', "she", "said", ",", '"', "go", '."', "¿", "Y", "?"];
  const entries = texts.map((text, at) => ({
    key: at,
    value: {
      text,
      type: /\p{L}/u.test(text) ? ("word" as const) : ("punctuation" as const),
      start_time: at,
      end_time: at + 1,
    },
  }));
  expect(toPlainText(entries)).toBe('so, "yes," she said, "go." ¿Y?');
});

test("a range is selected from the first word to the last one, in both directions", () => {
  const back = after({ kind: "select", index: 4 }, { kind: "select", index: 1, extend: true });
  expect(selectedRange(back)).toEqual({ from: 1, to: 5 });
  expect(selectedRange(editorReducer(back, { kind: "select", index: 9, extend: true }))).toEqual({
    from: 4,
    to: 5,
  });
  expect(selectedRange(editorReducer(back, { kind: "select", index: 2 }))).toEqual({ from: 2, to: 3 });
  expect(selectedRange(initialState)).toEqual({ from: 0, to: 0 });
});

test("a change of a range keeps the selection or selects what it names, and undo restores the words", () => {
  const marked = after(
    { kind: "select", index: 0 },
    { kind: "select", index: 2, extend: true },
    { kind: "change", change: (entries) => setAttributes(entries, 0, 3, { important: true }) },
  );
  expect(selectedRange(marked)).toEqual({ from: 0, to: 3 });
  const removed = editorReducer(marked, {
    kind: "change",
    change: (entries) => removeEntries(entries, 0, 3),
    select: 0,
  });
  expect(textOf(removed)).toBe(", four");
  expect(selectedRange(removed)).toEqual({ from: 0, to: 1 });
  const restored = editorReducer(removed, { kind: "undo" });
  expect(textOf(restored)).toBe("one two three, four");
});

test("a word that is edited is the only one that is selected", () => {
  const editing = after(
    { kind: "select", index: 0 },
    { kind: "select", index: 2, extend: true },
    { kind: "startEditing" },
  );
  expect(selectedRange(editing)).toEqual({ from: 2, to: 3 });
  expect(editing.isEditing).toBe(true);
});
