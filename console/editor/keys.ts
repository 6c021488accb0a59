import type { texts } from "../texts/en.ts";

/** What a key does in the editor. */
export type Command = Exclude<keyof typeof texts.keys, "split" | "joinWhileEditing" | "leave">;

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
  key("slower", "<"),
  key("faster", ">"),
  key("previousWord", "ArrowLeft"),
  key("nextWord", "ArrowRight"),
  key("lineUp", "ArrowUp"),
  key("lineDown", "ArrowDown"),
  key("previousPage", "ArrowLeft", "control"),
  key("nextPage", "ArrowRight", "control"),
  key("first", "Home"),
  key("last", "End"),
  key("extendBack", "ArrowLeft", "shift"),
  key("extendForward", "ArrowRight", "shift"),
  key("extendUp", "ArrowUp", "shift"),
  key("extendDown", "ArrowDown", "shift"),
  key("extendToFirst", "Home", "shift"),
  key("extendToLast", "End", "shift"),
  key("edit", "Enter"),
  key("edit", "F2"),
  key("nextDoubtful", "n"),
  key("previousDoubtful", "n", "shift"),
  key("remove", "Delete"),
  key("join", "m"),
  key("insert", "i"),
  key("important", "b"),
  key("emoji", "e"),
  key("font", "f"),
  key("startHere", "["),
  key("endHere", "]"),
  key("nudgeBack", ","),
  key("nudgeForward", "."),
  key("playAround", "p"),
  key("repeat", "p", "shift"),
  key("zoomIn", "+"),
  key("zoomOut", "-"),
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
      (modifiers.includes("shift") === event.shiftKey || /^[?[\]<>+]$/.test(name)),
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

/** The shortcuts of a command as a button's tooltip shows them; undefined if it has none. */
export const shortcutsOf = (command: Command): string | undefined =>
  shortcuts
    .filter((shortcut) => shortcut.command === command)
    .map(shortcutText)
    .join(", ") || undefined;

/** A shortcut as the help shows it, such as "Ctrl + Shift + Z". */
export const shortcutText = ({ key: name, modifiers }: Shortcut): string =>
  [
    ...modifiers.map((modifier) => modifierNames[modifier]),
    keyNames[name] ?? name.replace(/^[a-z]$/, (letter) => letter.toUpperCase()),
  ].join(" + ");
