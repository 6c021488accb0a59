import { useEffect } from "react";
import { type CommandContext, perform } from "./commands.ts";
import { commandOf } from "./keys.ts";

const fields = "input, textarea, select, [contenteditable], button, a";

/** Performs the commands of the keyboard while the editor is shown. Keys in fields and dialogs are theirs. */
export const useShortcuts = (context: CommandContext): void => {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("dialog") !== null) return;
      const command = commandOf(event, target.matches(fields) && target.tabIndex >= 0);
      if (command === null) return;
      event.preventDefault();
      perform(command, context);
    };
    addEventListener("keydown", keyDown);
    return () => removeEventListener("keydown", keyDown);
  });
};
