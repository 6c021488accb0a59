import { type MouseEvent, memo, useDeferredValue } from "react";
import { texts } from "../texts/en.ts";
import type { Range } from "./editor-state.ts";
import { type Entry, isDoubtful } from "./entries.ts";
import { type PageStarts, pageStartsWithin } from "./page-starts.ts";
import { maxEntries, type Paragraph } from "./paragraphs.ts";
import { type WordEditing, WordField } from "./word-field.tsx";

export interface WordListProps {
  paragraphs: readonly Paragraph[];
  selected: number;
  /** The selected entries. */
  range: Range;
  isEditing: boolean;
  /** Index of the word being spoken; -1 for none. */
  spoken: number;
  direction: "ltr" | "rtl";
  onSelect: (index: number, extend?: boolean) => void;
  onEdit: (index: number) => void;
  editing: WordEditing;
  pageStarts: PageStarts;
}

const indexOf = (target: EventTarget): number | null => {
  const element = (target as Element).closest<HTMLElement>("[data-index]");
  return element === null ? null : Number(element.dataset.index);
};

/** The words of a transcript. One handler serves all words, and a paragraph is drawn again only if it changes. */
export const WordList = (props: WordListProps) => {
  const { paragraphs, selected, range, isEditing, spoken, direction, editing, pageStarts } = props;
  const { onSelect, onEdit } = props;
  const shown = useFirstPaintFirst(paragraphs);
  const click = (event: MouseEvent) => {
    const index = indexOf(event.target);
    if (index !== null) onSelect(index, event.shiftKey);
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
      aria-multiselectable
      tabIndex={0}
      dir={direction}
      aria-label={texts.editor.words}
      aria-activedescendant={selected >= 0 ? `word-${selected}` : undefined}
      // The browser would mark the text between two clicks.
      onMouseDown={(event) => {
        if (event.shiftKey && indexOf(event.target) !== null) event.preventDefault();
      }}
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
            {...rangeWithin(range, from, entries.length)}
            spoken={within(spoken)}
            editing={isEditing && own >= 0 ? editing : null}
            breaks={pageStartsWithin(entries, from, pageStarts)}
          />
        );
      })}
    </div>
  );
};

/** The part of a range that is in a paragraph. Equal for all paragraphs without a part of it, so that they are not drawn again. */
const rangeWithin = (range: Range, from: number, length: number) => {
  const [rangeFrom, rangeTo] = [Math.max(range.from - from, 0), Math.min(range.to - from, length)];
  return rangeTo > rangeFrom ? { rangeFrom, rangeTo } : { rangeFrom: 0, rangeTo: 0 };
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
  /** Positions of the selected entries in the paragraph, `rangeFrom` to `rangeTo`, exclusive. */
  rangeFrom: number;
  rangeTo: number;
  spoken: number;
  editing: WordEditing | null;
  /** Positions of the words that begin a page of captions. */
  breaks: string;
}

const ParagraphView = memo((props: ParagraphViewProps) => {
  const { paragraph, selected, rangeFrom, rangeTo, spoken, editing, breaks } = props;
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
            isInRange={isSelected || (position >= rangeFrom && position < rangeTo)}
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
  isInRange: boolean;
  isSpoken: boolean;
  startsPage: boolean;
}

const Word = memo((props: WordProps) => {
  const { index, isSelected, isInRange, isSpoken, startsPage } = props;
  const { value } = props.entry;
  const isUncertain = isDoubtful(value);
  const classes = [
    value.type,
    isSelected && "selected",
    isInRange && !isSelected && "in-range",
    isSpoken && "spoken",
    isUncertain && "doubtful",
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
      aria-selected={isInRange}
      className={classes.filter(Boolean).join(" ")}
      title={isUncertain ? texts.editor.doubtful : undefined}
    >
      {value.text}
      {value.emoji != null && ` ${value.emoji}`}
    </span>
  );
});
