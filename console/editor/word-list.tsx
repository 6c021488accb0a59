import { type MouseEvent, memo, useDeferredValue } from "react";
import { texts } from "../texts/en.ts";
import type { Entry } from "./entries.ts";
import { type PageStarts, pageStartsWithin } from "./page-starts.ts";
import { maxEntries, type Paragraph } from "./paragraphs.ts";
import { type WordEditing, WordField } from "./word-field.tsx";

export interface WordListProps {
  paragraphs: readonly Paragraph[];
  selected: number;
  isEditing: boolean;
  /** Index of the word being spoken; -1 for none. */
  spoken: number;
  direction: "ltr" | "rtl";
  onSelect: (index: number) => void;
  onEdit: (index: number) => void;
  editing: WordEditing;
  pageStarts: PageStarts;
}

/** Below this confidence a word is marked as doubtful. */
export const doubtfulConfidence = 0.5;

const indexOf = (target: EventTarget): number | null => {
  const element = (target as Element).closest<HTMLElement>("[data-index]");
  return element === null ? null : Number(element.dataset.index);
};

/** The words of a transcript. One handler serves all words, and a paragraph is drawn again only if it changes. */
export const WordList = (props: WordListProps) => {
  const { paragraphs, selected, isEditing, spoken, direction, onSelect, onEdit, editing, pageStarts } = props;
  const shown = useFirstPaintFirst(paragraphs);
  const click = (event: MouseEvent) => {
    const index = indexOf(event.target);
    if (index !== null) onSelect(index);
  };
  const doubleClick = (event: MouseEvent) => {
    const index = indexOf(event.target);
    if (index !== null) onEdit(index);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the editor act on the selected word.
    <div
      className="words"
      role="listbox"
      tabIndex={0}
      dir={direction}
      aria-label={texts.editor.words}
      aria-activedescendant={selected >= 0 ? `word-${selected}` : undefined}
      onClick={click}
      onDoubleClick={doubleClick}
    >
      {paragraphs.length === 0 && <p>{texts.editor.empty}</p>}
      {shown.map((paragraph) => {
        const { key, from, entries } = paragraph;
        const within = (index: number): number =>
          index >= from && index < from + entries.length ? index : -1;
        const own = within(selected);
        return (
          <ParagraphView
            key={key}
            paragraph={paragraph}
            selected={own}
            spoken={within(spoken)}
            editing={isEditing && own >= 0 ? editing : null}
            breaks={pageStartsWithin(entries, from, pageStarts)}
          />
        );
      })}
    </div>
  );
};

/** Share of the window that the list covers at most in each direction, and the area of a word in pixels with its spacing. */
const listShare = 0.6;
const wordArea = 60 * 32;

/** Number of paragraphs that fill the list in a window of this size, and one more. */
const paragraphsInView = (): number =>
  Math.ceil((listShare ** 2 * innerWidth * innerHeight) / wordArea / maxEntries) + 1;

/** Returns the paragraphs in view for the first paint, and all of them as soon as the browser has time. */
const useFirstPaintFirst = (paragraphs: readonly Paragraph[]): readonly Paragraph[] => {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? paragraphs : paragraphs.slice(0, paragraphsInView());
};

interface ParagraphViewProps {
  paragraph: Paragraph;
  selected: number;
  spoken: number;
  editing: WordEditing | null;
  /** Positions of the words that begin a page of captions. */
  breaks: string;
}

const ParagraphView = memo(({ paragraph, selected, spoken, editing, breaks }: ParagraphViewProps) => {
  const { from, entries } = paragraph;
  const starts = new Set(breaks.split(","));
  return (
    // A list box may hold groups of options.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of form controls.
    <div className="paragraph" role="group">
      {entries.map((entry, position) => {
        const index = from + position;
        const isSelected = index === selected;
        return isSelected && editing !== null ? (
          <WordField key={entry.key} entry={entry} index={index} editing={editing} />
        ) : (
          <Word
            key={entry.key}
            entry={entry}
            index={index}
            isSelected={isSelected}
            isSpoken={index === spoken}
            startsPage={starts.has(`${position}`)}
          />
        );
      })}
    </div>
  );
});

interface WordProps {
  entry: Entry;
  index: number;
  isSelected: boolean;
  isSpoken: boolean;
  startsPage: boolean;
}

const Word = memo(({ entry: { value }, index, isSelected, isSpoken, startsPage }: WordProps) => {
  const isDoubtful = value.type === "word" && (value.confidence ?? 1) < doubtfulConfidence;
  const classes = [
    value.type,
    isSelected && "selected",
    isSpoken && "spoken",
    isDoubtful && "doubtful",
    startsPage && "page-start",
    value.important === true && "important",
    value.fontFileKey !== undefined && "own-font",
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and aria-activedescendant names the word.
    <span
      id={`word-${index}`}
      data-index={index}
      role="option"
      aria-selected={isSelected}
      className={classes.filter(Boolean).join(" ")}
      title={isDoubtful ? texts.editor.doubtful : undefined}
    >
      {value.text}
      {value.emoji != null && ` ${value.emoji}`}
    </span>
  );
});
