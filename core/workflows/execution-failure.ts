import { type ErrorName, errorStatus } from "../errors.ts";

/** Where in an execution the failure was caught; tells what a timeout means. */
export const workflowStages = [
  "prepare",
  "speech",
  "transcript",
  "translation",
  "brolls",
  "choice",
  "clips",
  "approval",
  "render",
  "import",
] as const;
export type WorkflowStage = (typeof workflowStages)[number];

export interface Failure {
  name: string;
  /** One sentence for the client; never text of an unexpected error. */
  message: string;
}

/** Causes nest: a child execution's failure inside the parent's, a function's inside the child's. */
const maxNesting = 5;

/**
 * The failure that a client sees, from what Step Functions caught. `cause` may be
 * - a sentence: of SendTaskFailure, where `error` is already the name;
 * - JSON of a Lambda function's error: {errorType, errorMessage, …};
 * - JSON of a failed child execution (`startExecution.sync:2` reports States.TaskFailed): {Error, Cause, Status, …}.
 *
 * A name that is not one of core/errors.ts is an inside matter: it becomes the stage's own name and sentence.
 */
export const executionFailure = (error: string, cause: string, stage: WorkflowStage): Failure => {
  let name = error;
  let message = cause;
  for (let depth = 0; depth < maxNesting; depth += 1) {
    const inner = innerFailure(message);
    if (!inner) break;
    name = inner.name;
    message = inner.message;
  }
  if (name === "States.Timeout") return timedOut[stage];
  // Its cause is the platform's text about a host, of no use to a client.
  if (name === "States.HeartbeatTimeout" || name === "ContainerStopped") {
    return { name: "ContainerStopped", message: stopped[stage] };
  }
  // What a function calls InternalError is worded for its log.
  if (!isErrorName(name) || name === "InternalError") return unexpected[stage];
  return { name, message: message.trim() === "" ? unexpected[stage].message : message };
};

const isErrorName = (name: string): name is ErrorName => Object.hasOwn(errorStatus, name);

const innerFailure = (cause: string): Failure | null => {
  if (!cause.startsWith("{")) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(cause);
  } catch {
    return null;
  }
  const fields = parsed as Record<string, unknown>;
  const text = (key: string): string => (typeof fields[key] === "string" ? fields[key] : "");
  if (text("errorType")) return { name: text("errorType"), message: text("errorMessage") };
  if (text("Error")) return { name: text("Error"), message: text("Cause") };
  if (text("Status") === "TIMED_OUT") return { name: "States.Timeout", message: "" };
  return null;
};

const again = "Create the task again; if it happens again, tell the operator the task's id.";

const timedOut: Record<WorkflowStage, Failure> = {
  prepare: { name: "InternalError", message: `Preparing the task took too long. ${again}` },
  speech: {
    name: "TranscriptionFailed",
    message: `Speech recognition took too long for this media. ${again}`,
  },
  transcript: { name: "InternalError", message: `Composing the transcript took too long. ${again}` },
  translation: { name: "TranslationFailed", message: `Translating the transcript took too long. ${again}` },
  brolls: {
    name: "BrollUnavailable",
    message: "Fetching the b-rolls took too long. Give fewer or smaller ones and create the task again.",
  },
  choice: { name: "InternalError", message: `Choosing the clips took too long. ${again}` },
  clips: { name: "RenderTimedOut", message: `Cutting the clips took too long for this video. ${again}` },
  approval: {
    name: "ApprovalExpired",
    message: "The transcript was not approved in time: waiting ends one hour before the task expires.",
  },
  render: { name: "RenderTimedOut", message: `Rendering took too long for this video. ${again}` },
  import: { name: "MediaUnreadable", message: "Fetching and reading the media took too long." },
};

const unexpected: Record<WorkflowStage, Failure> = {
  prepare: { name: "InternalError", message: `The task could not be prepared. ${again}` },
  speech: { name: "TranscriptionFailed", message: `Speech recognition failed unexpectedly. ${again}` },
  transcript: { name: "InternalError", message: `The transcript could not be composed. ${again}` },
  translation: { name: "TranslationFailed", message: `The transcript could not be translated. ${again}` },
  brolls: { name: "InternalError", message: `The b-rolls could not be prepared. ${again}` },
  choice: { name: "InternalError", message: `The clips could not be chosen. ${again}` },
  clips: { name: "RenderFailed", message: `Cutting the clips failed unexpectedly. ${again}` },
  approval: { name: "InternalError", message: `Waiting for approval failed. ${again}` },
  render: { name: "RenderFailed", message: `Rendering failed unexpectedly. ${again}` },
  import: { name: "InternalError", message: "The media could not be imported. Upload it again." },
};

const stopped: Record<WorkflowStage, string> = {
  prepare: unexpected.prepare.message,
  speech: `Speech recognition was stopped several times. ${again}`,
  transcript: unexpected.transcript.message,
  translation: unexpected.translation.message,
  brolls: `Fetching the b-rolls was stopped several times. ${again}`,
  choice: unexpected.choice.message,
  clips: `Cutting the clips was stopped several times. ${again}`,
  approval: unexpected.approval.message,
  render: `Rendering was stopped several times. ${again}`,
  import: "Reading the media was stopped several times. Upload it again.",
};
