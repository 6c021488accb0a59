import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { type EgressPolicy, parseSourceUrl } from "../egress/source-url.ts";
import { isNamedError } from "../errors.ts";
import { outputModeOf } from "../settings/output-mode.ts";

type BrollSettings = NonNullable<NonNullable<CreateTaskBody["transcribeSettings"]>["broll"]>;

const field = "transcribeSettings.broll";

/** What a failure of the n-th custom b-roll, counted from 0, is blamed on. */
export const customBrollName = (index: number): string => `${field}.customBrolls[${index}]`;

/**
 * Which b-roll settings are legal. Source: specification, "Transcribe settings".
 *
 * @returns one sentence for each broken rule, naming the entry; empty when all is well
 */
export const brollProblems = (settings: BrollSettings | undefined, egress: EgressPolicy): string[] => {
  const broken: string[] = [];
  if (settings?.brollPercent !== undefined && settings.customBrolls !== undefined)
    broken.push(`${field}.brollPercent cannot be combined with ${field}.customBrolls: send one of them`);
  settings?.customBrolls?.forEach(({ startSeconds, endSeconds, url }, index, all) => {
    const name = customBrollName(index);
    if (endSeconds <= startSeconds)
      broken.push(`${name}.endTime ${endSeconds} must be after its startTime ${startSeconds}`);
    const previous = all[index - 1];
    if (previous && startSeconds < previous.endSeconds)
      broken.push(
        `${name}.startTime ${startSeconds} must not be before ${previous.endSeconds}, the endTime of the range before it`,
      );
    broken.push(...urlProblems(url, egress, `${name}.url`));
  });
  return broken;
};

/** What can be told without connecting; names are resolved, and files looked at, when the task is at work. */
const urlProblems = (url: string, egress: EgressPolicy, name: string): readonly string[] => {
  try {
    parseSourceUrl(url, egress, name);
    return [];
  } catch (error) {
    if (!isNamedError(error)) throw error;
    return error.messages ?? [error.message];
  }
};

/** Part of the film to cover with chosen clips, 0 for none: `broll` without fields means brollPercent 50. */
export const chosenPercent = (settings: BrollSettings | undefined): number =>
  settings === undefined || settings.customBrolls !== undefined ? 0 : (settings.brollPercent ?? 50);

/** Says how a library is set up, to whoever asks for clips where there is none. */
export const noBrollLibrary =
  "transcribeSettings.broll.brollPercent is not available: this service has no library to choose b-rolls from. Its operator adds clips with npm run admin -- broll add, or sets a key of Pexels (docs/operators/b-roll-libraries.md). Give the clips in transcribeSettings.broll.customBrolls, or brollPercent 0 for none.";

/** B-rolls take the place of a picture: canvases without one show none. */
export const showsBrolls = (settings: Parameters<typeof outputModeOf>[0]): boolean =>
  outputModeOf(settings) === "composited";
