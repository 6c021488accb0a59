import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { isUnauthorized } from "../api.tsx";
import { Autosave, type SaveState } from "./autosave.ts";
import type { Draft } from "./drafts.ts";
import { type EditorState, editorReducer, initialState } from "./editor-state.ts";
import { toTranscript } from "./entries.ts";
import type { TranscriptPath } from "./transcript-api.ts";

/** The state of the editor of one transcript, which saves itself. */
export const useEditor = (path: TranscriptPath, isReadOnly: boolean) => {
  const [state, dispatch] = useReducer(editorReducer, initialState);
  const [save, setSave] = useState<SaveState>({ kind: "saved" });
  const [isDraftStored, setDraftStored] = useState(false);
  const [loading, setLoading] = useState<{ error: unknown } | "loading" | "loaded">("loading");
  const [draft, setDraft] = useState<Draft | null>(null);
  const { apiKey, videoId, taskId } = path;
  const autosave = useMemo(
    () => new Autosave({ apiKey, videoId, taskId }, setSave, setDraftStored),
    [apiKey, videoId, taskId],
  );
  useEffect(() => {
    let isCurrent = true;
    autosave.load().then(
      ({ words, draft: found }) => {
        if (!isCurrent) return;
        dispatch({ kind: "load", words });
        setDraft(found);
        setLoading("loaded");
      },
      (error: unknown) => isCurrent && setLoading({ error }),
    );
    return () => {
      isCurrent = false;
      autosave.close();
    };
  }, [autosave]);
  useSavedChanges(autosave, state.history, isReadOnly);
  useLeaveWarning(save.kind);
  useRejectedSave(save);
  // One step, so that undo shows the stored version again.
  const restoreDraft = () => {
    if (draft !== null) dispatch({ kind: "replaceAll", words: draft.words });
    setDraft(null);
  };
  const dropDraft = () => {
    setDraft(null);
    void autosave.dropDraft();
  };
  const takeTheirs = async () => dispatch({ kind: "load", words: await autosave.takeTheirs() });
  const drafts = { draft, isDraftStored, restoreDraft, dropDraft };
  return { state, dispatch, save, loading, ...drafts, takeTheirs, autosave };
};

/** Saves every change. A version that was loaded is stored already. */
const useSavedChanges = (
  autosave: Autosave,
  { entries, done, undone }: EditorState["history"],
  isReadOnly: boolean,
): void => {
  const stored = useRef(entries);
  const hasHistory = done.length + undone.length > 0;
  useEffect(() => {
    if (hasHistory && !isReadOnly && stored.current !== entries) autosave.change(toTranscript(entries));
    stored.current = entries;
  }, [autosave, entries, hasHistory, isReadOnly]);
};

/** Asks before the page is left with changes that are not saved. */
const useLeaveWarning = (kind: SaveState["kind"]): void => {
  useEffect(() => {
    if (kind !== "unsaved" && kind !== "saving" && kind !== "failed") return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [kind]);
};

/** Lets the page find out that its key is no longer accepted: saves are not among its queries. */
const useRejectedSave = (save: SaveState): void => {
  const queries = useQueryClient();
  const isRejected = save.kind === "failed" && isUnauthorized(save.error);
  useEffect(() => {
    if (isRejected) void queries.invalidateQueries({ queryKey: ["getTask"] });
  }, [isRejected, queries]);
};

export type Editor = ReturnType<typeof useEditor>;
