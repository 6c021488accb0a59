import { describe, expect, test } from "@jest/globals";
import { commandOf, shortcuts, shortcutsOf, shortcutText } from "../../../../console/editor/keys.ts";

const press = (
  key: string,
  modifiers: Partial<Record<"shiftKey" | "altKey" | "ctrlKey" | "metaKey", boolean>> = {},
) => ({
  ...{ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...modifiers,
});

describe("a key", () => {
  test.each([
    [press(" "), "playPause"],
    [press(" ", { shiftKey: true }), "playBefore"],
    [press("B", { shiftKey: false }), "important"],
    [press("z", { ctrlKey: true }), "undo"],
    [press("Z", { metaKey: true, shiftKey: true }), "redo"],
    [press("?", { shiftKey: true }), "help"],
    [press("ArrowLeft", { shiftKey: true }), "extendBack"],
    [press("ArrowRight", { metaKey: true }), "nextPage"],
    [press("<", { shiftKey: true }), "slower"],
    [press("<"), "slower"],
  ])("%j has the command %s", (event, command) => {
    expect(commandOf(event, false)).toBe(command);
  });

  test("of a text field is typed, unless it is a command of the whole editor", () => {
    expect(commandOf(press("b"), true)).toBeNull();
    expect(commandOf(press(" "), true)).toBeNull();
    expect(commandOf(press("s", { ctrlKey: true }), true)).toBe("save");
  });

  test("of the browser stays the browser's", () => {
    expect(commandOf(press("r", { ctrlKey: true }), false)).toBeNull();
    expect(commandOf(press("b", { altKey: true }), false)).toBeNull();
  });
});

test("no two commands have the same shortcut", () => {
  const all = shortcuts.map(shortcutText);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain("Ctrl + Shift + Z");
  expect(shortcutsOf("edit")).toBe("Enter, F2");
});
