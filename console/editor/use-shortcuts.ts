import { useEffect } from "react";
import { type CommandContext, perform } from "./commands.ts";
import { commandOf } from "./keys.ts";

const textFields =
  "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Keys that other controls use themselves: those of a slider, and those that press a button or follow a link. */
const ownKeys: readonly (readonly [controls: string, keys: RegExp])[] = [
  ["input[type=range]", /^(Arrow|Home$|End$|Page)/],
  ["button, a[href], summary, input:not([type=range])", /^( |Enter)$/],
];

/** Performs the commands of the keyboard while the editor is shown. Keys in fields and dialogs are theirs. */
export const useShortcuts = (context: CommandContext): void => {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("dialog") !== null) return;
      const isOwn =
        !event.ctrlKey &&
        !event.metaKey &&
        ownKeys.some(([controls, keys]) => target.matches(controls) && keys.test(event.key));
      const command = isOwn ? null : commandOf(event, target.matches(textFields));
      if (command === null) return;
      event.preventDefault();
      perform(command, context);
    };
    addEventListener("keydown", keyDown);
    return () => removeEventListener("keydown", keyDown);
  });
};
