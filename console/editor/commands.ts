import type { Dispatch, RefObject } from "react";
import { playRange, toggle } from "../player/player.tsx";
import type { EditorAction, EditorState } from "./editor-state.ts";
import {
  insertAfter,
  joinWithPrevious,
  removeEntries,
  setAttributes,
  setEdge,
  setText,
  splitEntry,
} from "./edits.ts";
import { entryIndexAt } from "./entries.ts";
import type { Command } from "./keys.ts";
import type { WordEditing } from "./word-field.tsx";
import { doubtfulConfidence } from "./word-list.tsx";

export type DialogName = "help" | "emoji" | "font" | "approve";

export interface CommandContext {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  video: RefObject<HTMLVideoElement | null>;
  isReadOnly: boolean;
  mediaSeconds: number;
  /** Duration of a frame in seconds. */
  frameSeconds: number;
  /** Selects a word, and seeks to it while the video is paused. */
  select: (index: number) => void;
  openDialog: (name: DialogName) => void;
  openFind: () => void;
  save: () => void;
}

/** Commands that change the transcript. */
const changing: ReadonlySet<Command> = new Set([
  ...(["edit", "remove", "insert", "important", "emoji", "font", "startHere", "endHere"] as const),
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
  else if (isDialog(command)) openDialog(command);
  else {
    performOnPlayer(command, context);
    performOnSelection(command, context);
    performOnWord(command, context);
  }
};

const performOnPlayer = (command: Command, { state, video }: CommandContext): void => {
  const element = video.current;
  const word = state.history.entries[state.selected]?.value;
  if (element === null) return;
  const seek = (seconds: number) => {
    element.currentTime = Math.max(0, seconds);
  };
  if (command === "playPause") toggle(element);
  else if (command === "pause") element.pause();
  else if (command === "back") seek(element.currentTime - skipSeconds);
  else if (command === "forward") seek(element.currentTime + skipSeconds);
  else if (command === "playBefore" && word !== undefined) {
    seek(word.start_time - 1);
    element.play().catch(() => {});
  } else if (command === "playAround" && word !== undefined)
    playRange(element, word.start_time - aroundSeconds, word.end_time + aroundSeconds);
};

const performOnSelection = (command: Command, context: CommandContext): void => {
  const { state, select } = context;
  const { entries } = state.history;
  if (command === "previousWord") select(Math.max(0, state.selected - 1));
  else if (command === "nextWord") select(Math.min(entries.length - 1, state.selected + 1));
  else if (command === "first") select(0);
  else if (command === "last") select(entries.length - 1);
  else if (command === "lineUp") select(inOtherLine(state.selected, -1));
  else if (command === "lineDown") select(inOtherLine(state.selected, 1));
  else if (command === "nextDoubtful") {
    const isDoubtful = (index: number) => (entries[index]?.value.confidence ?? 1) < doubtfulConfidence;
    const order = entries.map((_, offset) => (state.selected + 1 + offset) % entries.length);
    select(order.find(isDoubtful) ?? state.selected);
  }
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
    dispatch({ kind: "change", change: (entries) => removeEntries(entries, selected, selected + 1) });
  else if (command === "important") {
    const important = word.important === true ? undefined : true;
    dispatch({
      kind: "change",
      change: (entries) => setAttributes(entries, selected, selected + 1, { important }),
    });
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
    dispatch({ kind: "change", change: (entries) => joinWithPrevious(entries, index), select: index - 1 });
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
