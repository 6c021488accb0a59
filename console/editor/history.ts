import { apply, type Edit, inverse } from "./edits.ts";
import type { Entries } from "./entries.ts";

/** A transcript with all changes that led to it. A step holds the edits that undo takes back together. */
export interface History {
  entries: Entries;
  done: readonly (readonly Edit[])[];
  undone: readonly (readonly Edit[])[];
}

export const startHistory = (entries: Entries): History => ({ entries, done: [], undone: [] });

/** Applies an edit; null changes nothing. An edit of the group of the last step joins that step, so that typing a word is one step. */
export const edit = (history: History, change: Edit | null): History => {
  if (change === null) return history;
  const last = history.done.at(-1);
  const joins = change.group !== null && last?.at(-1)?.group === change.group;
  return {
    entries: apply(history.entries, change),
    done: joins ? [...history.done.slice(0, -1), [...(last ?? []), change]] : [...history.done, [change]],
    undone: [],
  };
};

/** Ends the current step: the next edit of the same group begins a new one. */
export const endStep = (history: History): History => {
  const last = history.done.at(-1);
  if (last?.at(-1)?.group == null) return history;
  const closed = last.map((change) => ({ ...change, group: null }));
  return { ...history, done: [...history.done.slice(0, -1), closed] };
};

export const undo = (history: History): History => {
  const step = history.done.at(-1);
  if (step === undefined) return history;
  return {
    entries: step.toReversed().map(inverse).reduce(apply, history.entries),
    done: history.done.slice(0, -1),
    undone: [...history.undone, step],
  };
};

export const redo = (history: History): History => {
  const step = history.undone.at(-1);
  if (step === undefined) return history;
  return {
    entries: step.reduce(apply, history.entries),
    done: [...history.done, step],
    undone: history.undone.slice(0, -1),
  };
};
