import { texts } from "../texts/en.ts";
import { type CommandContext, perform } from "./commands.ts";
import { type Command, shortcutsOf } from "./keys.ts";

/** The commands of the selected words as buttons, for the mouse and for touch. */
export const Toolbar = ({ context }: { context: CommandContext }) => {
  const { state, isReadOnly } = context;
  const { selected, history } = state;
  const word = history.entries[selected]?.value;
  const button = (command: Command, text: string, isDisabled = word === undefined) => (
    <button
      type="button"
      disabled={isDisabled}
      title={shortcutsOf(command)}
      aria-pressed={command === "important" ? word?.important === true : undefined}
      // Keeps the focus on the words.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => perform(command, context)}
    >
      {text}
    </button>
  );
  const change = (command: Command, text: string, isDisabled = word === undefined) =>
    button(command, text, isDisabled || isReadOnly);
  return (
    <div className="toolbar" role="toolbar" aria-label={texts.editor.title}>
      {change("undo", texts.editor.undo, history.done.length === 0)}
      {change("redo", texts.editor.redo, history.undone.length === 0)}
      {change("edit", texts.editor.edit)}
      {change("important", texts.editor.important)}
      {change("emoji", texts.editor.emoji)}
      {change("font", texts.editor.font)}
      {change("insert", texts.editor.insert, false)}
      {change("remove", texts.common.remove)}
      {change("join", texts.editor.join, history.entries.length < 2)}
      {button("nextDoubtful", texts.editor.nextDoubtful)}
      {button("repeat", texts.editor.repeat)}
      {button("find", texts.editor.find, false)}
      {button("help", texts.editor.help, false)}
    </div>
  );
};
