import { type ClipboardEvent, useDeferredValue, useMemo, useRef } from "react";
import { texts } from "../texts/en.ts";
import { directionOf } from "../view/text-direction.ts";
import { type CommandContext, wordEditing } from "./commands.ts";
import { SaveStatus } from "./editor-notices.tsx";
import { type Range, selectedRange } from "./editor-state.ts";
import { type Entries, isDoubtful, toPlainText } from "./entries.ts";
import { FindBar } from "./find-bar.tsx";
import type { PageStarts } from "./page-starts.ts";
import { type Paragraph, toParagraphs } from "./paragraphs.ts";
import { Toolbar } from "./toolbar.tsx";
import type { Editor } from "./use-editor.ts";
import { WordList } from "./word-list.tsx";

interface TranscriptPanelProps {
  editor: Editor;
  context: CommandContext;
  spoken: number;
  pageStarts: PageStarts;
  isFinding: boolean;
  onCloseFind: () => void;
}

/** The words with their commands, the search, and whether they are saved. */
export const TranscriptPanel = (props: TranscriptPanelProps) => {
  const { editor, context, spoken, pageStarts, isFinding, onCloseFind } = props;
  const { state, dispatch, isReadOnly, select: onSelect } = context;
  const { entries } = state.history;
  const paragraphs = useParagraphs(entries);
  const editing = useMemo(() => wordEditing(dispatch), [dispatch]);
  const direction = useMemo(() => directionOf(firstTexts(entries)), [entries]);
  const { selected, isEditing } = state;
  const range = selectedRange(state);
  return (
    <div className="transcript" onCopy={copySelected(entries, range)}>
      <Toolbar context={context} />
      {isFinding && (
        <FindBar
          {...{ entries, selected, isReadOnly, onSelect }}
          onChange={(change, select) => dispatch({ kind: "change", change, select })}
          onClose={onCloseFind}
        />
      )}
      <WordList
        {...{ paragraphs, selected, range, isEditing, spoken, direction, pageStarts, editing, onSelect }}
        onEdit={(index) => {
          onSelect(index);
          if (!isReadOnly) dispatch({ kind: "startEditing" });
        }}
      />
      <p className="save-row">
        <SaveStatus state={editor.save} isDraftStored={editor.isDraftStored} />
        <WordCounts entries={entries} />
        {!isReadOnly && (
          <button type="button" className="primary" onClick={() => context.openDialog("approve")}>
            {texts.editor.approve}
          </button>
        )}
      </p>
    </div>
  );
};

/** How many words there are, and how many of them are uncertain. It is counted after a key has been drawn. */
const WordCounts = ({ entries }: { entries: Entries }) => {
  const drawn = useDeferredValue(entries);
  const text = useMemo(() => {
    const words = drawn.filter(({ value }) => value.type === "word");
    return texts.editor.counts(words.length, words.filter(({ value }) => isDoubtful(value)).length);
  }, [drawn]);
  return <span className="hint">{text}</span>;
};

/** Copies the selected words as text, unless a part of the page's text or a field is selected. */
const copySelected =
  (entries: Entries, { from, to }: Range) =>
  (event: ClipboardEvent) => {
    const isField = (event.target as Element).matches("input, [contenteditable]");
    if (isField || getSelection()?.isCollapsed === false) return;
    event.clipboardData.setData("text/plain", toPlainText(entries.slice(from, to)));
    event.preventDefault();
  };

/** The texts that determine the direction; a long transcript is not copied at each key. */
const firstTexts = (entries: Entries): string[] => entries.slice(0, 200).map(({ value }) => value.text);

/** The paragraphs of the words; unchanged paragraphs are the same objects. */
const useParagraphs = (entries: Entries): Paragraph[] => {
  const before = useRef<Paragraph[]>([]);
  before.current = useMemo(() => toParagraphs(entries, before.current), [entries]);
  return before.current;
};
