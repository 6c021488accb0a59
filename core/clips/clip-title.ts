import type { ClipRequest } from "../tasks/clip-task.ts";
import { isUnspaced } from "../text/scripts.ts";
import type { ClipDescription } from "./clip-description.ts";

/** A longer hook cannot be read in a title's time. A character of an unspaced script counts as 2.5. */
const maxHookCharacters = 90;
const unspacedWeight = 2.5;

const weightOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isUnspaced(character) ? unspacedWeight : 1), 0);

/** Returns the title of a clip: its hook, or its theme where that is requested or the hook is too long. Null: none. */
export const clipTitle = (
  hookTitle: ClipRequest["hookTitle"],
  { theme, description }: { theme: string; description?: ClipDescription | undefined },
): string | null => {
  if (hookTitle === undefined) return null;
  const hook = description?.hook ?? "";
  const isShown = hookTitle === "hook" && hook !== "" && weightOf(hook) <= maxHookCharacters;
  return isShown ? hook : theme;
};
