import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useEffect, useRef } from "react";
import { texts } from "../texts/en.ts";
import type { Entry } from "./entries.ts";
import { type PageStarts, pageStartsWithin } from "./page-starts.ts";
import type { Paragraph } from "./paragraphs.ts";

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

/** What happens to the word that is being typed. */
export interface WordEditing {
  onText: (index: number, text: string) => void;
  onSplit: (index: number, offset: number) => void;
  onJoin: (index: number) => void;
  onLeave: () => void;
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
      {paragraphs.map((paragraph) => {
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

/** The selected word while it is typed. The browser owns its text until it is left, so that input methods work. */
const WordField = ({ entry, index, editing }: { entry: Entry; index: number; editing: WordEditing }) => {
  const field = useRef<HTMLSpanElement>(null);
  const isComposing = useRef(false);
  const { onText, onSplit, onJoin, onLeave } = editing;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is set once; afterwards the browser owns it.
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.textContent = entry.value.text;
    element.focus();
    getSelection()?.selectAllChildren(element);
  }, []);

  const text = (): string => field.current?.textContent ?? "";
  const offset = (): number => {
    const selection = getSelection();
    if (selection === null || selection.rangeCount === 0 || field.current === null) return 0;
    const range = selection.getRangeAt(0).cloneRange();
    range.setStart(field.current, 0);
    return range.toString().length;
  };
  /** Elsewhere a space is typed, and the words are told apart when the field is left. */
  const isWithinWord = (): boolean => {
    const at = offset();
    return at > 0 && at < text().length && !/\s/.test(text()) && getSelection()?.isCollapsed === true;
  };
  const keyDown = (event: KeyboardEvent) => {
    // A key that an input method uses is not the editor's.
    if (event.nativeEvent.isComposing || isComposing.current) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) leave(event);
    else if (event.key === "Escape") leave(event);
    else if (event.key === " " && isWithinWord()) {
      event.preventDefault();
      onText(index, text());
      onSplit(index, offset());
    } else if (event.key === "Backspace" && offset() === 0 && getSelection()?.isCollapsed) {
      event.preventDefault();
      onText(index, text());
      onJoin(index);
    }
  };
  const leave = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onText(index, text());
    onLeave();
  };
  const blur = (event: FocusEvent) => {
    if (!event.currentTarget.isConnected) return;
    onText(index, text());
    onLeave();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input element cannot be as wide as its text.
    <span
      ref={field}
      className="word editing"
      role="textbox"
      tabIndex={0}
      aria-label={entry.value.text}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck={false}
      onKeyDown={keyDown}
      onBlur={blur}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
      }}
    />
  );
};
