import { useId, useState } from "react";
import { texts } from "../texts/en.ts";
import type { Edit } from "./edits.ts";
import type { Entries } from "./entries.ts";
import { type FindOptions, findMatches, type Match, replaceMatches } from "./find.ts";

interface FindBarProps {
  entries: Entries;
  isReadOnly: boolean;
  onSelect: (index: number) => void;
  onChange: (change: (entries: Entries) => Edit | null) => void;
  onClose: () => void;
}

/** Finds words, and replaces all matches as one step. Enter goes to the next match. */
export const FindBar = ({ entries, isReadOnly, onSelect, onChange, onClose }: FindBarProps) => {
  const [text, setText] = useState("");
  const [options, setOptions] = useState<FindOptions>({ matchCase: false, wholeWord: false });
  const [next, setNext] = useState(0);
  const id = useId();
  const matches = findMatches(entries, text, options);
  const goOn = () => {
    const match: Match | undefined = matches[next % Math.max(1, matches.length)];
    if (match === undefined) return;
    onSelect(match.from);
    setNext(next + 1);
  };
  const replaceAll = (replacement: string) =>
    onChange((current) =>
      replaceMatches(current, findMatches(current, text, options), text, replacement, options),
    );
  return (
    <form
      className="find row"
      aria-label={texts.editor.find}
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <label htmlFor={`${id}-text`}>{texts.editor.find}</label>
      {/* biome-ignore lint/a11y/noAutofocus: the user has just asked for this field. */}
      <input id={`${id}-text`} autoFocus value={text} onChange={({ target }) => setText(target.value)} />
      <output aria-live="polite">{text !== "" && texts.editor.matches(matches.length)}</output>
      <OptionBoxes options={options} onChange={setOptions} />
      {!isReadOnly && <Replacement isDisabled={matches.length === 0} onReplace={replaceAll} />}
      <button type="button" className="quiet" onClick={onClose}>
        {texts.common.close}
      </button>
    </form>
  );
};

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

const Replacement = ({
  isDisabled,
  onReplace,
}: {
  isDisabled: boolean;
  onReplace: (text: string) => void;
}) => {
  const [text, setText] = useState("");
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{texts.editor.replace}</label>
      <input id={id} value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" disabled={isDisabled} onClick={() => onReplace(text)}>
        {texts.editor.replaceAll}
      </button>
    </>
  );
};
