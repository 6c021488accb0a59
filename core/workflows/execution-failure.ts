import { type ErrorName, errorStatus } from "../errors.ts";

/** The part of an execution in which a failure was caught; it determines what a timeout means. */
export const workflowStages = [
  "prepare",
  "speech",
  "transcript",
  "translation",
  "dub",
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
  /** One sentence for the client; never the text of an unexpected error. */
  message: string;
}

/** Causes are nested: a child execution's failure inside the parent's, a function's inside the child's. */
const maxNesting = 5;

/**
 * Returns the failure that a client sees from an error that Step Functions caught. `cause` may be
 * - a sentence: of SendTaskFailure, where `error` is already the name;
 * - JSON of a Lambda function's error: {errorType, errorMessage, …};
 * - JSON of a failed child execution (`startExecution.sync:2` reports States.TaskFailed): {Error, Cause, Status, …}.
 *
 * A name that is not in core/errors.ts is internal: the stage's name and sentence replace it.
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
  if (name === "States.Timeout") return timeoutFailures[stage];
  if (name === "CapacityUnavailable" || rejectedContainer.test(name)) return capacityUnavailable;
  // Its cause is the platform's text about a host, which does not help a client.
  if (name === "States.HeartbeatTimeout" || name === "ContainerStopped") {
    return { name: "ContainerStopped", message: stoppedMessages[stage] };
  }
  // The message of an InternalError is written for the log.
  if (!isErrorName(name) || name === "InternalError") return unexpectedFailures[stage];
  return { name, message: message.trim() === "" ? unexpectedFailures[stage].message : message };
};

/** ECS rejected every attempt to start the container, for hours. */
const rejectedContainer = /^(?:Amazon)?ECS\./;

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

const retryAdvice = "Create the task again. If it fails again, report the ID of the task to the operator.";

const capacityUnavailable: Failure = {
  name: "CapacityUnavailable",
  message:
    "The service had no capacity for this step for several hours. Nothing is charged. Create the task or upload the video again later.",
};

const timeoutFailures: Record<WorkflowStage, Failure> = {
  prepare: { name: "InternalError", message: `Preparing the task took too long. ${retryAdvice}` },
  speech: {
    name: "TranscriptionFailed",
    message: `Speech recognition took too long for this media. ${retryAdvice}`,
  },
  transcript: { name: "InternalError", message: `Composing the transcript took too long. ${retryAdvice}` },
  translation: {
    name: "TranslationFailed",
    message: `Translating the transcript took too long. ${retryAdvice}`,
  },
  dub: { name: "DubFailed", message: `Dubbing took too long for this video. ${retryAdvice}` },
  brolls: {
    name: "BrollUnavailable",
    message: "Downloading the b-rolls took too long. Create the task again with fewer or smaller clips.",
  },
  choice: { name: "InternalError", message: `Choosing the clips took too long. ${retryAdvice}` },
  clips: {
    name: "RenderTimedOut",
    message: `Cutting the clips took too long for this video. ${retryAdvice}`,
  },
  approval: {
    name: "ApprovalExpired",
    message:
      "The transcript was not approved in time. Approve transcripts more than one hour before the task expires.",
  },
  render: { name: "RenderTimedOut", message: `Rendering took too long for this video. ${retryAdvice}` },
  import: {
    name: "MediaUnreadable",
    message: "Downloading and reading the media took too long. Upload a smaller file.",
  },
};

const unexpectedFailures: Record<WorkflowStage, Failure> = {
  prepare: { name: "InternalError", message: `The task could not be prepared. ${retryAdvice}` },
  speech: { name: "TranscriptionFailed", message: `Speech recognition failed unexpectedly. ${retryAdvice}` },
  transcript: { name: "InternalError", message: `The transcript could not be composed. ${retryAdvice}` },
  translation: {
    name: "TranslationFailed",
    message: `The transcript could not be translated. ${retryAdvice}`,
  },
  dub: { name: "DubFailed", message: `The video could not be dubbed. ${retryAdvice}` },
  brolls: { name: "InternalError", message: `The b-rolls could not be prepared. ${retryAdvice}` },
  choice: { name: "InternalError", message: `The clips could not be chosen. ${retryAdvice}` },
  clips: { name: "RenderFailed", message: `Cutting the clips failed unexpectedly. ${retryAdvice}` },
  approval: { name: "InternalError", message: `Waiting for approval failed. ${retryAdvice}` },
  render: { name: "RenderFailed", message: `Rendering failed unexpectedly. ${retryAdvice}` },
  import: { name: "InternalError", message: "The media could not be imported. Upload it again." },
};

const stoppedMessages: Record<WorkflowStage, string> = {
  prepare: unexpectedFailures.prepare.message,
  speech: `Speech recognition was interrupted several times. ${retryAdvice}`,
  transcript: unexpectedFailures.transcript.message,
  translation: unexpectedFailures.translation.message,
  dub: `Dubbing was interrupted several times. ${retryAdvice}`,
  brolls: `Downloading the b-rolls was interrupted several times. ${retryAdvice}`,
  choice: unexpectedFailures.choice.message,
  clips: `Cutting the clips was interrupted several times. ${retryAdvice}`,
  approval: unexpectedFailures.approval.message,
  render: `Rendering was interrupted several times. ${retryAdvice}`,
  import: "Reading the media was interrupted several times. Upload it again.",
};
