import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { Autosave, type SaveState } from "./autosave.ts";
import type { Draft } from "./drafts.ts";
import { editorReducer, initialState } from "./editor-state.ts";
import { toTranscript } from "./entries.ts";
import type { TranscriptAddress } from "./transcript-api.ts";

/** The state of the editor of one transcript, which saves itself. */
export const useEditor = (address: TranscriptAddress, isReadOnly: boolean) => {
  const [state, dispatch] = useReducer(editorReducer, initialState);
  const [save, setSave] = useState<SaveState>({ kind: "saved" });
  const [loading, setLoading] = useState<{ error: unknown } | "loading" | "loaded">("loading");
  const [draft, setDraft] = useState<Draft | null>(null);
  const { apiKey, videoId, taskId } = address;
  const autosave = useMemo(
    () => new Autosave({ apiKey, videoId, taskId }, setSave),
    [apiKey, videoId, taskId],
  );
  const stored = useRef(state.history.entries);

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

  const { entries, done, undone } = state.history;
  const hasHistory = done.length + undone.length > 0;
  useEffect(() => {
    // A version that was loaded is stored already.
    if (hasHistory && !isReadOnly && stored.current !== entries) autosave.change(toTranscript(entries));
    stored.current = entries;
  }, [autosave, entries, hasHistory, isReadOnly]);

  useEffect(() => {
    const isUnsaved = save.kind === "unsaved" || save.kind === "saving" || save.kind === "failed";
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [save]);

  const restoreDraft = () => {
    if (draft === null) return;
    const { words } = draft;
    // One step, so that undo shows the stored version again.
    dispatch({ kind: "replaceAll", words });
    setDraft(null);
  };
  const dropDraft = () => {
    setDraft(null);
    void autosave.dropDraft();
  };
  const takeTheirs = async () => dispatch({ kind: "load", words: await autosave.takeTheirs() });
  return { state, dispatch, save, loading, draft, restoreDraft, dropDraft, takeTheirs, autosave };
};

export type Editor = ReturnType<typeof useEditor>;
