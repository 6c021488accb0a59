import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { Entry } from "./entries.ts";

/** What happens to the word that is being typed. */
export interface WordEditing {
  onText: (index: number, text: string) => void;
  onSplit: (index: number, offset: number) => void;
  onJoin: (index: number) => void;
  onLeave: () => void;
}

interface WordFieldProps {
  entry: Entry;
  index: number;
  editing: WordEditing;
}

/** The selected word while it is typed. The browser owns its text until it is left, so that input methods work. */
export const WordField = ({ entry, index, editing }: WordFieldProps) => {
  const field = useRef<HTMLSpanElement>(null);
  const isComposing = useRef(false);
  useInitialText(field, entry.value.text);
  const keyDown = (event: KeyboardEvent<HTMLSpanElement>) => {
    // A key that an input method uses is not the editor's.
    if (event.nativeEvent.isComposing || isComposing.current) return;
    performKey(event, index, editing);
  };
  const blur = ({ currentTarget }: FocusEvent) => {
    if (!currentTarget.isConnected) return;
    editing.onText(index, currentTarget.textContent);
    editing.onLeave();
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

/** Sets the text once and selects it; afterwards the browser owns it. */
const useInitialText = (field: RefObject<HTMLSpanElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later text must not replace what is being typed.
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.textContent = text;
    element.focus();
    getSelection()?.selectAllChildren(element);
  }, []);
};

/** Leaves the word, splits it at the cursor, or joins it with the word before. Other keys are typed. */
const performKey = (
  event: KeyboardEvent<HTMLSpanElement>,
  index: number,
  { onText, onSplit, onJoin }: WordEditing,
): void => {
  const { key, currentTarget: element } = event;
  const text = element.textContent;
  const offset = cursorOffset(element);
  const isCollapsed = getSelection()?.isCollapsed === true;
  const isLeaving = key === "Escape" || (key === "Enter" && !event.ctrlKey && !event.metaKey);
  // Elsewhere a space is typed, and the text is split into words when the field loses the focus.
  const isSplitting = key === " " && isCollapsed && offset > 0 && offset < text.length && !/\s/.test(text);
  const isJoining = key === "Backspace" && isCollapsed && offset === 0;
  if (!isLeaving && !isSplitting && !isJoining) return;
  event.preventDefault();
  if (isSplitting || isJoining) onText(index, text);
  if (isSplitting) onSplit(index, offset);
  else if (isJoining) onJoin(index);
  else {
    event.stopPropagation();
    // The words get the focus, and the field loses it: `blur` stores the text.
    element.closest<HTMLElement>(".words")?.focus({ preventScroll: true });
  }
};

/** Number of characters before the cursor. */
const cursorOffset = (element: HTMLElement): number => {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return 0;
  const range = selection.getRangeAt(0).cloneRange();
  range.setStart(element, 0);
  return range.toString().length;
};
