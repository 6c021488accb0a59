import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { type EgressPolicy, parseSourceUrl } from "../egress/source-url.ts";
import { isNamedError } from "../errors.ts";
import { outputModeOf } from "../settings/output-mode.ts";
import { isEarlier } from "../time/without-overlaps.ts";

type BrollSettings = NonNullable<NonNullable<CreateTaskBody["transcribeSettings"]>["broll"]>;

const field = "transcribeSettings.broll";

/** Returns the field path of the n-th custom b-roll, counted from 0, for error messages. */
export const customBrollName = (index: number): string => `${field}.customBrolls[${index}]`;

/**
 * Validates b-roll settings. Overlaps of less than half a millisecond are ignored. Source: specification, "Transcribe settings".
 *
 * @returns one sentence per problem, with the field path; empty for valid settings
 */
export const brollProblems = (settings: BrollSettings | undefined, egress: EgressPolicy): string[] => {
  const problems: string[] = [];
  if (settings?.brollPercent !== undefined && settings.customBrolls !== undefined)
    problems.push(`${field}.brollPercent cannot be combined with ${field}.customBrolls: send one of them`);
  settings?.customBrolls?.forEach(({ startSeconds, endSeconds, url }, index, all) => {
    const name = customBrollName(index);
    if (endSeconds <= startSeconds)
      problems.push(`${name}.endTime (${endSeconds}) must be greater than its startTime (${startSeconds})`);
    const previous = all[index - 1];
    if (previous && isEarlier(startSeconds, previous.endSeconds))
      problems.push(
        `${name}.startTime (${startSeconds}) must not be less than the previous endTime (${previous.endSeconds})`,
      );
    problems.push(...urlProblems(url, egress, `${name}.url`));
  });
  return problems;
};

/** Validates a URL without a connection. The host name is resolved and the file inspected when the task runs. */
const urlProblems = (url: string, egress: EgressPolicy, name: string): readonly string[] => {
  try {
    parseSourceUrl(url, egress, name);
    return [];
  } catch (error) {
    if (!isNamedError(error)) throw error;
    return error.messages ?? [error.message];
  }
};

/** Returns the share of the video to cover with chosen clips, 0 for none. `broll` without fields means brollPercent 50. */
export const chosenPercent = (settings: BrollSettings | undefined): number =>
  settings === undefined || settings.customBrolls !== undefined ? 0 : (settings.brollPercent ?? 50);

/** Error message for brollPercent on a service without a library. */
export const noBrollLibrary =
  "transcribeSettings.broll.brollPercent is not available, because this service has no b-roll library. The operator can add clips with npm run admin -- broll add, or set a Pexels API key (docs/operators/b-roll-libraries.md). Use transcribeSettings.broll.customBrolls, or brollPercent 0 for no b-roll.";

/** Whether the output mode shows b-rolls: only composited output has a video to replace. */
export const showsBrolls = (settings: Parameters<typeof outputModeOf>[0]): boolean =>
  outputModeOf(settings) === "composited";
