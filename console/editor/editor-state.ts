import type { WordEntry } from "../../clients/typescript/src/client.ts";
import type { Edit } from "./edits.ts";
import { type Entries, toEntries } from "./entries.ts";
import { edit, endStep, type History, redo, startHistory, undo } from "./history.ts";

/** What the editor shows: the words with their history, and where the user is in them. */
export interface EditorState {
  history: History;
  /** Index of the word that keys act on; -1 without words. */
  selected: number;
  /** The other end of the selected range; equal to `selected` while one word is selected. */
  anchor: number;
  /** Whether the selected word is being typed. */
  isEditing: boolean;
}

export type EditorAction =
  | { kind: "load"; words: readonly WordEntry[] }
  /** `change` is made from the entries of the moment when the action is applied. */
  | { kind: "change"; change: (entries: Entries) => Edit | null; select?: number | undefined }
  /** Replaces all words as one step for undo. */
  | { kind: "replaceAll"; words: readonly WordEntry[] }
  /** `extend`: from the other end of the selected range. */
  | { kind: "select"; index: number; extend?: boolean | undefined }
  | { kind: "startEditing" }
  | { kind: "stopEditing" }
  | { kind: "undo" }
  | { kind: "redo" };

export const initialState: EditorState = {
  history: startHistory([]),
  selected: -1,
  anchor: -1,
  isEditing: false,
};

/** Entries `from` to `to`, exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** The selected entries. Empty without words. */
export const selectedRange = ({ selected, anchor }: EditorState): Range => ({
  from: Math.max(0, Math.min(selected, anchor)),
  to: Math.max(selected, anchor) + 1,
});

const clamped = (index: number, { length }: Entries): number =>
  Math.min(Math.max(index, length > 0 ? 0 : -1), length - 1);

/** Keeps the selection unless `select` names a word. */
const withHistory = (state: EditorState, history: History, select?: number): EditorState => ({
  ...state,
  history,
  selected: clamped(select ?? state.selected, history.entries),
  anchor: clamped(select ?? state.anchor, history.entries),
});

/** Where the first difference of two versions is: undo and redo show what they have changed. */
const firstDifference = (left: Entries, right: Entries): number => {
  const index = left.findIndex((entry, position) => entry !== right[position]);
  return index === -1 ? Math.min(left.length, right.length) : index;
};

const moved = (state: EditorState, history: History): EditorState => ({
  ...withHistory(state, history, firstDifference(history.entries, state.history.entries)),
  isEditing: false,
});

export const editorReducer = (state: EditorState, action: EditorAction): EditorState => {
  switch (action.kind) {
    case "load":
      return {
        history: startHistory(toEntries(action.words)),
        selected: action.words.length > 0 ? 0 : -1,
        anchor: action.words.length > 0 ? 0 : -1,
        isEditing: false,
      };
    case "change":
      return withHistory(state, edit(state.history, action.change(state.history.entries)), action.select);
    case "replaceAll": {
      const { entries } = state.history;
      const change = { at: 0, removed: entries, inserted: toEntries(action.words), group: null };
      return withHistory(state, edit(state.history, change));
    }
    case "select": {
      const selected = clamped(action.index, state.history.entries);
      return {
        history: endStep(state.history),
        selected,
        anchor: action.extend ? state.anchor : selected,
        isEditing: false,
      };
    }
    case "startEditing":
      return { ...state, anchor: state.selected, isEditing: state.selected >= 0 };
    case "stopEditing":
      return { ...state, history: endStep(state.history), isEditing: false };
    case "undo":
      return moved(state, undo(state.history));
    case "redo":
      return moved(state, redo(state.history));
  }
};
