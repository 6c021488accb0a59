import type { texts } from "../texts/en.ts";

/** What a key does in the editor. */
export type Command = Exclude<keyof typeof texts.keys, "split" | "join" | "leave">;

interface Shortcut {
  command: Command;
  /** KeyboardEvent.key; letters in lower case. */
  key: string;
  modifiers: readonly ("shift" | "alt" | "control")[];
}

const key = (command: Command, name: string, ...modifiers: Shortcut["modifiers"]): Shortcut => ({
  command,
  key: name,
  modifiers,
});

/** All shortcuts, in the order of the help. `control` is the command key on Apple's keyboards. */
export const shortcuts: readonly Shortcut[] = [
  key("playPause", " "),
  key("playBefore", " ", "shift"),
  key("back", "j"),
  key("pause", "k"),
  key("forward", "l"),
  key("back", "ArrowLeft", "shift"),
  key("forward", "ArrowRight", "shift"),
  key("previousWord", "ArrowLeft"),
  key("nextWord", "ArrowRight"),
  key("lineUp", "ArrowUp"),
  key("lineDown", "ArrowDown"),
  key("first", "Home"),
  key("last", "End"),
  key("edit", "Enter"),
  key("edit", "F2"),
  key("nextDoubtful", "n"),
  key("remove", "Delete"),
  key("insert", "i"),
  key("important", "b"),
  key("emoji", "e"),
  key("font", "f"),
  key("startHere", "["),
  key("endHere", "]"),
  key("nudgeBack", ","),
  key("nudgeForward", "."),
  key("playAround", "p"),
  key("undo", "z", "control"),
  key("redo", "z", "control", "shift"),
  key("find", "f", "control"),
  key("save", "s", "control"),
  key("approve", "Enter", "control"),
  key("help", "?"),
];

/** Shortcuts that also work while a text is edited. */
const whileEditing: ReadonlySet<Command> = new Set(["undo", "redo", "find", "save", "approve"]);

/** The fields of a KeyboardEvent that name a key. */
interface KeyPress {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** The command of a key press; null if there is none. `isEditing`: a text field has the focus. */
export const commandOf = (event: KeyPress, isEditing: boolean): Command | null => {
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const hasControl = event.ctrlKey || event.metaKey;
  const found = shortcuts.find(
    ({ key: name, modifiers }) =>
      name === pressed &&
      modifiers.includes("control") === hasControl &&
      modifiers.includes("alt") === event.altKey &&
      // Shift makes some characters, such as "?", on most keyboards.
      (modifiers.includes("shift") === event.shiftKey || /^[?[\]]$/.test(name)),
  );
  if (found === undefined) return null;
  return isEditing && !whileEditing.has(found.command) ? null : found.command;
};

const keyNames: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};
const modifierNames = { control: "Ctrl", alt: "Alt", shift: "Shift" } as const;

/** A shortcut as the help shows it, such as "Ctrl + Shift + Z". */
export const shortcutText = ({ key: name, modifiers }: Shortcut): string =>
  [
    ...modifiers.map((modifier) => modifierNames[modifier]),
    keyNames[name] ?? name.replace(/^[a-z]$/, (letter) => letter.toUpperCase()),
  ].join(" + ");
