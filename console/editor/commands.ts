import type { Dispatch, RefObject } from "react";
import { changeSpeed, playRange, toggle } from "../player/playing.ts";
import { type EditorAction, type EditorState, selectedRange } from "./editor-state.ts";
import {
  insertAfter,
  joinEntries,
  removeEntries,
  setAttributes,
  setEdge,
  setText,
  splitEntry,
} from "./edits.ts";
import { entryIndexAt, isDoubtful } from "./entries.ts";
import type { Command } from "./keys.ts";
import { nextPageStart, type PageStarts } from "./page-starts.ts";
import type { WordEditing } from "./word-field.tsx";

export type DialogName = "help" | "emoji" | "font" | "approve";

export interface CommandContext {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  video: RefObject<HTMLVideoElement | null>;
  isReadOnly: boolean;
  mediaSeconds: number;
  /** Duration of a frame in seconds. */
  frameSeconds: number;
  /** Words that begin a page of captions. */
  pageStarts: PageStarts;
  /** Selects a word, or all words up to it, and seeks to it while the video is paused. */
  select: (index: number, extend?: boolean) => void;
  openDialog: (name: DialogName) => void;
  openFind: () => void;
  save: () => void;
  /** Shows this many times the duration in the time line. */
  zoom: (factor: number) => void;
}

/** Commands that change the transcript. */
const changing: ReadonlySet<Command> = new Set([
  ...(["edit", "remove", "insert", "join", "important", "emoji", "font", "startHere", "endHere"] as const),
  ...(["nudgeBack", "nudgeForward", "undo", "redo", "approve"] as const),
]);

/** Seconds that `back` and `forward` skip, and that `playAround` plays before and after a word. */
const skipSeconds = 3;
const aroundSeconds = 0.5;

const dialogs: ReadonlySet<string> = new Set(["help", "emoji", "font", "approve"] satisfies DialogName[]);
const isDialog = (command: Command): command is Command & DialogName => dialogs.has(command);

/** Performs a command on the selected word, the player or the page. */
export const perform = (command: Command, context: CommandContext): void => {
  if (context.isReadOnly && changing.has(command)) return;
  const { dispatch, openDialog } = context;
  if (command === "undo" || command === "redo") dispatch({ kind: command });
  else if (command === "find") context.openFind();
  else if (command === "save") context.save();
  else if (command === "zoomIn" || command === "zoomOut") context.zoom(command === "zoomIn" ? 0.5 : 2);
  else if (isDialog(command)) openDialog(command);
  else {
    performOnPlayer(command, context);
    performOnSelection(command, context);
    performOnWord(command, context);
  }
};

const performOnPlayer = (command: Command, { state, video }: CommandContext): void => {
  const element = video.current;
  const { entries } = state.history;
  const { from, to } = selectedRange(state);
  const [word, last] = [entries[from]?.value, entries[to - 1]?.value];
  if (element === null) return;
  const seek = (seconds: number) => {
    element.currentTime = Math.max(0, seconds);
  };
  if (command === "playPause") toggle(element);
  else if (command === "pause") element.pause();
  else if (command === "back") seek(element.currentTime - skipSeconds);
  else if (command === "forward") seek(element.currentTime + skipSeconds);
  else if (command === "slower" || command === "faster") changeSpeed(element, command);
  else if (word === undefined || last === undefined) return;
  else if (command === "playBefore") {
    seek(word.start_time - 1);
    element.play().catch(() => {});
  } else if (command === "playAround" || command === "repeat")
    playRange(element, word.start_time - aroundSeconds, last.end_time + aroundSeconds, command === "repeat");
};

/** The word that a movement leads to. Those with `extend` in their names select all words up to it. */
const movements: Readonly<Partial<Record<Command, (context: CommandContext) => number>>> = {
  previousWord: ({ state }) => state.selected - 1,
  nextWord: ({ state }) => state.selected + 1,
  lineUp: ({ state }) => inOtherLine(state.selected, -1),
  lineDown: ({ state }) => inOtherLine(state.selected, 1),
  first: () => 0,
  last: ({ state }) => state.history.entries.length - 1,
  previousPage: ({ state, pageStarts }) =>
    nextPageStart(state.history.entries, state.selected, -1, pageStarts),
  nextPage: ({ state, pageStarts }) => nextPageStart(state.history.entries, state.selected, 1, pageStarts),
  nextDoubtful: ({ state }) => nextDoubtful(state, 1),
  previousDoubtful: ({ state }) => nextDoubtful(state, -1),
};

const extensions: Readonly<Partial<Record<Command, keyof typeof movements>>> = {
  extendBack: "previousWord",
  extendForward: "nextWord",
  extendUp: "lineUp",
  extendDown: "lineDown",
  extendToFirst: "first",
  extendToLast: "last",
};

const performOnSelection = (command: Command, context: CommandContext): void => {
  const extended = extensions[command];
  const movement = movements[extended ?? command];
  if (movement !== undefined) context.select(movement(context), extended !== undefined);
};

/** The next or previous word that the recognizer was not certain of; after the last one, the first one. */
const nextDoubtful = ({ selected, history: { entries } }: EditorState, step: 1 | -1): number => {
  for (let offset = 1; offset <= entries.length; offset += 1) {
    const index = (selected + step * offset + entries.length) % entries.length;
    const value = entries[index]?.value;
    if (value !== undefined && isDoubtful(value)) return index;
  }
  return selected;
};

/** The nearest word in the line above or below, as the page has broken the lines. */
const inOtherLine = (index: number, step: 1 | -1): number => {
  const rectangle = (at: number) => document.getElementById(`word-${at}`)?.getBoundingClientRect();
  const own = rectangle(index);
  if (own === undefined) return index;
  let best = { index, distance: Number.POSITIVE_INFINITY };
  let line: number | null = null;
  for (let at = index + step; ; at += step) {
    const other = rectangle(at);
    if (other === undefined) return best.index;
    if (Math.abs(other.top - own.top) < own.height / 2) continue;
    line ??= other.top;
    if (Math.abs(other.top - line) >= other.height / 2) return best.index;
    const distance = Math.abs(other.left + other.width / 2 - own.left - own.width / 2);
    if (distance < best.distance) best = { index: at, distance };
  }
};

const performOnWord = (command: Command, context: CommandContext): void => {
  const { state, dispatch, video, mediaSeconds, frameSeconds } = context;
  const { selected } = state;
  const { from, to } = selectedRange(state);
  const word = state.history.entries[selected]?.value;
  const playhead = video.current?.currentTime ?? 0;
  const setTime = (edge: "start" | "end", seconds: number) =>
    dispatch({
      kind: "change",
      change: (entries) => setEdge(entries, selected, edge, seconds, mediaSeconds),
    });
  if (command === "insert") {
    // A placeholder that the first key replaces, because a word without text cannot be stored.
    dispatch({
      kind: "change",
      change: (entries) => insertAfter(entries, selected, "…", mediaSeconds),
      select: selected + 1,
    });
    dispatch({ kind: "startEditing" });
  } else if (word === undefined) return;
  else if (command === "edit") dispatch({ kind: "startEditing" });
  else if (command === "remove")
    dispatch({ kind: "change", change: (entries) => removeEntries(entries, from, to), select: from });
  else if (command === "join") {
    // One word is joined with the one before it.
    const first = to - from > 1 ? from : from - 1;
    dispatch({ kind: "change", change: (entries) => joinEntries(entries, first, to), select: first });
  } else if (command === "important") {
    const important = word.important === true ? undefined : true;
    dispatch({ kind: "change", change: (entries) => setAttributes(entries, from, to, { important }) });
  } else if (command === "startHere") setTime("start", playhead);
  else if (command === "endHere") setTime("end", playhead);
  else if (command === "nudgeBack") setTime("start", word.start_time - frameSeconds);
  else if (command === "nudgeForward") setTime("start", word.start_time + frameSeconds);
};

/** The changes that typing makes. */
export const wordEditing = (dispatch: Dispatch<EditorAction>): WordEditing => ({
  onText: (index, text) => dispatch({ kind: "change", change: (entries) => setText(entries, index, text) }),
  onSplit: (index, offset) => {
    dispatch({ kind: "change", change: (entries) => splitEntry(entries, index, offset), select: index + 1 });
    dispatch({ kind: "stopEditing" });
    dispatch({ kind: "startEditing" });
  },
  onJoin: (index) => {
    dispatch({
      kind: "change",
      change: (entries) => joinEntries(entries, index - 1, index + 1),
      select: index - 1,
    });
    dispatch({ kind: "stopEditing" });
    dispatch({ kind: "startEditing" });
  },
  onLeave: () => dispatch({ kind: "stopEditing" }),
});

/** Index of the word that is spoken at a moment; -1 in a pause. */
export const spokenIndexAt = (entries: EditorState["history"]["entries"], seconds: number): number => {
  let index = entryIndexAt(entries, seconds);
  while (entries[index]?.value.type === "punctuation") index -= 1;
  const value = entries[index]?.value;
  return value !== undefined && seconds < value.end_time ? index : -1;
};
