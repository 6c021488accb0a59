import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { NamedError } from "../errors.ts";
import { isEarlier } from "../time/without-overlaps.ts";

/**
 * Checks rules between fields of a create-task body. Pure. `found` are problems of other rules, reported together with
 * these. Throws NamedError ValidationFailed, naming the fields.
 */
export const checkTaskRequest = (body: CreateTaskBody, found: readonly string[] = []): void => {
  const own = [...dubRules(body), ...wordSourceRules(body), ...referenceRules(body)];
  const problems = [...found, ...own];
  if (problems.length > 0) throw new NamedError("ValidationFailed", problems);
};

const dubRules = (body: CreateTaskBody): string[] => {
  if (body.dub !== true) return [];
  const { outputMode, greenScreen } = body.exportSettings ?? {};
  const mode = outputMode ?? (greenScreen === true ? "greenScreen" : "composited");
  const problems: string[] = [];
  if (body.translateTo === undefined)
    problems.push("translateTo is required with dub: set the language of the dub");
  if (mode !== "composited") problems.push("dub requires exportSettings.outputMode composited");
  if (body.transcript !== undefined) problems.push("dub cannot be combined with transcript");
  if (body.transcriptTaskId !== undefined) problems.push("dub cannot be combined with transcriptTaskId");
  return problems;
};

const wordSourceRules = (body: CreateTaskBody): string[] =>
  body.transcript !== undefined && body.transcriptTaskId !== undefined
    ? ["transcript cannot be combined with transcriptTaskId: send one of them"]
    : [];

const referenceRules = (body: CreateTaskBody): string[] =>
  (body.referenceTranscript ?? []).flatMap((cue, index) =>
    isEarlier(cue.endSeconds, cue.startSeconds)
      ? [
          `referenceTranscript[${index}].end_time (${cue.endSeconds}) must not be less than its start_time (${cue.startSeconds})`,
        ]
      : [],
  );
