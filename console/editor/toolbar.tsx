import { texts } from "../texts/en.ts";
import { type CommandContext, perform } from "./commands.ts";
import { joinWithPrevious } from "./edits.ts";
import type { Command } from "./keys.ts";

/** The commands of the selected word as buttons, for the mouse and for touch. */
export const Toolbar = ({ context }: { context: CommandContext }) => {
  const { state, isReadOnly } = context;
  const { selected, history } = state;
  const word = history.entries[selected]?.value;
  const button = (command: Command, text: string, isDisabled = word === undefined) => (
    <button
      type="button"
      disabled={isDisabled || isReadOnly}
      aria-pressed={command === "important" ? word?.important === true : undefined}
      // Keeps the focus on the words.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => perform(command, context)}
    >
      {text}
    </button>
  );
  return (
    <div className="toolbar" role="toolbar" aria-label={texts.editor.title}>
      {button("undo", texts.editor.undo, history.done.length === 0)}
      {button("redo", texts.editor.redo, history.undone.length === 0)}
      {button("edit", texts.editor.edit)}
      {button("important", texts.editor.important)}
      {button("emoji", texts.editor.emoji)}
      {button("font", texts.editor.font)}
      {button("insert", texts.editor.insert, false)}
      {button("remove", texts.common.remove)}
      <JoinButton context={context} />
      <button type="button" onClick={context.openFind}>
        {texts.editor.find}
      </button>
      <button type="button" onClick={() => context.openDialog("help")}>
        {texts.editor.help}
      </button>
    </div>
  );
};

const JoinButton = ({ context: { state, dispatch, isReadOnly } }: { context: CommandContext }) => {
  const { selected } = state;
  const join = () =>
    dispatch({
      kind: "change",
      change: (entries) => joinWithPrevious(entries, selected),
      select: selected - 1,
    });
  return (
    <button
      type="button"
      disabled={isReadOnly || selected < 1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={join}
    >
      {texts.editor.join}
    </button>
  );
};
