import { type KeyboardEvent, useId, useRef, useState } from "react";
import { texts } from "../texts/en.ts";
import type { Edit } from "./edits.ts";
import type { Entries } from "./entries.ts";
import { type FindOptions, findMatches, type Match, replaceMatches } from "./find.ts";

interface FindBarProps {
  entries: Entries;
  /** Index of the selected word, from which the search goes on. */
  selected: number;
  isReadOnly: boolean;
  onSelect: (index: number, extend?: boolean) => void;
  onChange: (change: (entries: Entries) => Edit | null, select?: number) => void;
  onClose: () => void;
}

/** Finds words, and replaces one match or all of them as one step. Enter goes to the next match, Shift and Enter to the previous one. */
export const FindBar = ({ entries, selected, isReadOnly, onSelect, onChange, onClose }: FindBarProps) => {
  const [text, setText] = useState("");
  const [options, setOptions] = useState<FindOptions>({ matchCase: false, wholeWord: false });
  const id = useId();
  const matches = findMatches(entries, text, options);
  const current = matches.findIndex(({ from, to }) => selected >= from && selected < to);
  const { previous, next } = stepsThrough(matches, selected, onSelect);
  const keyDown = (event: KeyboardEvent) => {
    const isInText = (event.target as Element).matches("input:not([type=checkbox])");
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && isInText && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (event.shiftKey) previous();
      else next();
    }
  };
  const field = useRef<HTMLInputElement>(null);
  const replace = (replaced: readonly Match[], replacement: string) => {
    onChange((now) => replaceMatches(now, replaced, text, replacement, options), replaced[0]?.from);
    // The button is disabled once nothing matches, and would take the focus with it.
    field.current?.focus();
  };
  const count =
    current >= 0 ? texts.editor.matchOf(current + 1, matches.length) : texts.editor.matches(matches.length);
  return (
    <search className="find row" aria-label={texts.editor.find} onKeyDown={keyDown}>
      <label htmlFor={`${id}-text`}>{texts.editor.find}</label>
      <input
        ref={field}
        id={`${id}-text`}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field.
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <output aria-live="polite">{text !== "" && count}</output>
      <StepButtons {...{ previous, next }} isDisabled={matches.length === 0} />
      <OptionBoxes options={options} onChange={setOptions} />
      {!isReadOnly && <Replacement {...{ matches, current }} onReplace={replace} />}
      <button type="button" className="quiet" onClick={onClose}>
        {texts.common.close}
      </button>
    </search>
  );
};

/** What selects the match before or after a word; from the first or the last one, the search goes on at the other end. */
const stepsThrough = (matches: readonly Match[], selected: number, onSelect: FindBarProps["onSelect"]) => {
  const select = (match: Match | undefined) => {
    if (match === undefined) return;
    onSelect(match.to - 1);
    onSelect(match.from, true);
  };
  return {
    next: () => select(matches.find(({ from }) => from > selected) ?? matches[0]),
    previous: () => select(matches.findLast(({ to }) => to <= selected) ?? matches.at(-1)),
  };
};

const StepButtons = ({
  previous,
  next,
  isDisabled,
}: {
  previous: () => void;
  next: () => void;
  isDisabled: boolean;
}) => (
  <>
    <button type="button" disabled={isDisabled} onClick={previous} title="Shift + Enter">
      {texts.editor.previousMatch}
    </button>
    <button type="button" disabled={isDisabled} onClick={next} title="Enter">
      {texts.editor.nextMatch}
    </button>
  </>
);

const optionNames = ["matchCase", "wholeWord"] as const satisfies readonly (keyof FindOptions)[];

const OptionBoxes = ({
  options,
  onChange,
}: {
  options: FindOptions;
  onChange: (options: FindOptions) => void;
}) =>
  optionNames.map((name) => (
    <label key={name}>
      <input
        type="checkbox"
        checked={options[name]}
        onChange={({ target }) => onChange({ ...options, [name]: target.checked })}
      />
      {texts.editor[name]}
    </label>
  ));

interface ReplacementProps {
  matches: readonly Match[];
  /** Position of the match that is selected; -1 for none. */
  current: number;
  onReplace: (matches: readonly Match[], text: string) => void;
}

const Replacement = ({ matches, current, onReplace }: ReplacementProps) => {
  const [text, setText] = useState("");
  const id = useId();
  const selected = matches.slice(current, current + 1);
  return (
    <>
      <label htmlFor={id}>{texts.editor.replace}</label>
      <input id={id} value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" disabled={current < 0} onClick={() => onReplace(selected, text)}>
        {texts.editor.replaceOne}
      </button>
      <button type="button" disabled={matches.length === 0} onClick={() => onReplace(matches, text)}>
        {texts.editor.replaceAll}
      </button>
    </>
  );
};
