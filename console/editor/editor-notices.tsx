import { sentenceOf } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";
import type { SaveState } from "./autosave.ts";
import type { Editor } from "./use-editor.ts";

/** What the user has to decide: a draft that was found, another version, or that nothing can be changed. */
export const EditorNotices = ({ editor, isReadOnly }: { editor: Editor; isReadOnly: boolean }) => {
  const { draft, save, autosave, restoreDraft, dropDraft, takeTheirs } = editor;
  return (
    <>
      {(isReadOnly || save.kind === "approved") && <p className="notice">{texts.editor.readOnly}</p>}
      {draft !== null && !isReadOnly && (
        <div role="alert" className="notice row">
          {texts.editor.draftFound(formatDate(draft.savedAt))}
          <button type="button" onClick={restoreDraft}>
            {texts.editor.useDraft}
          </button>
          <button type="button" className="quiet" onClick={dropDraft}>
            {texts.editor.dropDraft}
          </button>
        </div>
      )}
      {save.kind === "changed" && (
        <div role="alert" className="notice row">
          {texts.editor.conflict}
          <button type="button" onClick={() => void autosave.keepMine()}>
            {texts.editor.keepMine}
          </button>
          <button type="button" onClick={() => void takeTheirs()}>
            {texts.editor.takeTheirs}
          </button>
        </div>
      )}
      {save.kind === "failed" && <Problem sentence={sentenceOf(save.error)} />}
    </>
  );
};

const statusOf = (kind: SaveState["kind"], isDraftStored: boolean): string => {
  if (kind === "saving") return texts.editor.saving;
  if (kind === "saved") return texts.editor.saved;
  return isDraftStored ? texts.editor.keptInBrowser : texts.editor.unsaved;
};

/** `isDraftStored`: the browser has what is not saved, so that a crash does not lose it. */
export const SaveStatus = ({ state, isDraftStored }: { state: SaveState; isDraftStored: boolean }) => (
  <output aria-live="polite" className="hint">
    {statusOf(state.kind, isDraftStored)}
  </output>
);
