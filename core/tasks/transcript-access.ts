import { NamedError } from "../errors.ts";
import type { FontStore } from "../fonts/font.ts";
import { resolveWordFonts } from "../fonts/word-fonts.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import { withoutOverlaps } from "../time/without-overlaps.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import { truncateTranscript } from "../transcript/truncate.ts";
import { timeUnitProblem, transcriptProblems } from "../transcript/validate.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import type { Video } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { type CaptioningTask, outputDurationSeconds, transcriptLanguage } from "./captioning-task.ts";
import { getOwnedTask, type OwnedTaskDeps, type TaskPath } from "./owned-task.ts";
import type { CaptioningTaskStore } from "./task-store.ts";

/** Returns the entity tag of a revision, for ETag and If-Match. */
export const transcriptEtag = (task: Pick<CaptioningTask, "transcriptRevision">): string =>
  `"r${task.transcriptRevision}"`;

/** Returns the current transcript, whatever the task's status. Throws NamedError NotFound, TranscriptNotReady. */
export const readTranscript = async (
  path: TaskPath,
  deps: OwnedTaskDeps & { transcripts: Pick<TranscriptStore, "read"> },
): Promise<{ transcript: Transcript; etag: string; language: string | null }> => {
  const { task } = await getOwnedTask(path, deps);
  if (task.transcriptRevision === 0) {
    throw new NamedError(
      "TranscriptNotReady",
      `The task has no transcript yet. Its status is ${task.status}.`,
    );
  }
  return {
    transcript: await deps.transcripts.read(task.id, task.transcriptRevision),
    etag: transcriptEtag(task),
    language: transcriptLanguage(task),
  };
};

/**
 * Without If-Match the last write wins, so a write conflict is retried. Of concurrent requests one succeeds per attempt; more
 * of them than this are not manual edits.
 */
const maxAttempts = 25;
/** Revision numbers tried: concurrent requests, and requests that crashed, have used some. */
const maxRevisionsTried = 100;

/**
 * Stores a new revision of the transcript of a task that waits for approval: first the words, then the record, so that the
 * record never refers to a missing object. Entries beyond the end of the media are truncated. `ifMatch` is the If-Match
 * header.
 *
 * Throws NamedError NotFound, InvalidTaskState, PreconditionFailed, ValidationFailed naming entries from 0.
 */
export const replaceTranscript = async (
  path: TaskPath,
  input: { transcript: Transcript; ifMatch: string | undefined },
  deps: {
    tasks: Pick<CaptioningTaskStore, "get" | "update">;
    videos: Pick<VideoStore, "get">;
    fonts: Pick<FontStore, "get">;
    transcripts: Pick<TranscriptStore, "read" | "writeNew">;
    now: () => Date;
  },
): Promise<{ transcript: Transcript; etag: string }> => {
  let written: { revision: number; transcript: Transcript } | null = null;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { task, video } = await getOwnedTask(path, deps);
    checkReplaceable(task, input.ifMatch);
    // After a write conflict the stored words remain usable while their revision is not yet taken.
    if (written === null || written.revision <= task.transcriptRevision)
      written = await writeNextRevision(
        task,
        await toStored(input.transcript, task, video, deps),
        deps.transcripts,
      );
    const { revision, transcript } = written;
    try {
      const updatedAt = deps.now().toISOString();
      await deps.tasks.update(task, { ...task, transcriptRevision: revision, updatedAt });
      return { transcript, etag: transcriptEtag({ transcriptRevision: revision }) };
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  throw new NamedError(
    "InvalidTaskState",
    "Too many concurrent requests are modifying this transcript. Send the request again.",
  );
};

/** Throws NamedError InvalidTaskState, PreconditionFailed. */
const checkReplaceable = (task: CaptioningTask, ifMatch: string | undefined): void => {
  if (task.status !== "transcriptionCompleted") {
    throw new NamedError(
      "InvalidTaskState",
      `A transcript can only be replaced in transcriptionCompleted. The status of this task is ${task.status}.`,
    );
  }
  if (!etagMatches(ifMatch, transcriptEtag(task))) {
    throw new NamedError(
      "PreconditionFailed",
      "The transcript has changed since it was read. Read it again.",
    );
  }
};

/** Returns the words as they are stored. Throws NamedError ValidationFailed. */
const toStored = async (
  edited: Transcript,
  task: CaptioningTask,
  video: Video,
  deps: { fonts: Pick<FontStore, "get">; transcripts: Pick<TranscriptStore, "read"> },
): Promise<Transcript> => {
  const words = await resolveWordFonts(edited, "", task.accountId, deps);
  const durationSeconds =
    video.status === "uploaded"
      ? outputDurationSeconds(task, video.media.durationSeconds)
      : Number.POSITIVE_INFINITY;
  const problems = [
    ...transcriptProblems(edited, ""),
    ...words.problems,
    ...[timeUnitProblem(edited, durationSeconds, "")].filter((problem) => problem !== null),
  ];
  if (problems.length > 0) throw new NamedError("ValidationFailed", problems);
  const stored = await deps.transcripts.read(task.id, task.transcriptRevision);
  const known = withKnownConfidence(withoutOverlaps(words.transcript), stored);
  return truncateTranscript(known, durationSeconds);
};

const writeNextRevision = async (
  task: CaptioningTask,
  transcript: Transcript,
  transcripts: Pick<TranscriptStore, "writeNew">,
): Promise<{ revision: number; transcript: Transcript }> => {
  for (let step = 1; step <= maxRevisionsTried; step += 1) {
    const revision = task.transcriptRevision + step;
    if (await transcripts.writeNew(task.id, revision, transcript)) return { revision, transcript };
  }
  throw new Error(`No free revision after ${task.transcriptRevision} of task ${task.id}`);
};

/** Evaluates If-Match: `*`, or a list of entity tags; absent matches everything. Source: RFC 9110 §13.1.1. */
const etagMatches = (ifMatch: string | undefined, etag: string): boolean => {
  if (ifMatch === undefined) return true;
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag);
};

const identity = (entry: WordEntry): string =>
  JSON.stringify([entry.text, entry.type, entry.startSeconds, entry.endSeconds]);

/** Sets `confidence`, which clients cannot write: unchanged entries keep theirs, and what a person wrote has 1. */
export const withKnownConfidence = (edited: Transcript, stored: Transcript): Transcript => {
  const known = new Map(stored.map((entry) => [identity(entry), entry.confidence]));
  return edited.map((entry) => ({ ...entry, confidence: known.get(identity(entry)) ?? 1 }));
};
