import type { ClipRequest } from "../tasks/clip-task.ts";
import { readingLength } from "../text/reading-length.ts";
import type { ClipDescription } from "./clip-description.ts";

/** Letters; a longer hook cannot be read in a title's time. */
const maxHookLength = 90;

/** Returns the title of a clip: its hook, or its theme where that is requested or the hook is too long. Null: none. */
export const clipTitle = (
  hookTitle: ClipRequest["hookTitle"],
  { theme, description }: { theme: string; description?: ClipDescription | undefined },
): string | null => {
  if (hookTitle === undefined) return null;
  const hook = description?.hook ?? "";
  const isShown = hookTitle === "hook" && hook !== "" && readingLength(hook) <= maxHookLength;
  return isShown ? hook : theme;
};
