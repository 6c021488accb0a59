import { z } from "zod";
import { NamedError } from "../../errors.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import {
  extractedAudioKey,
  recognitionKey,
  transcribeAccessCheckKey,
  transcribeOutputKey,
  transcribeWaitKey,
} from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { fitsTranscribe } from "../../transcript/choose-engine.ts";
import type { Recognition } from "../../transcript/recognition.ts";
import { transcribeCodeOf } from "../../transcript/transcribe-languages.ts";
import {
  recognitionFromTranscribe,
  transcribeOutputSchema,
  UncertainLanguage,
  UnsupportedLanguageDetected,
} from "../../transcript/transcribe-output.ts";
import type { TranscriptionJobs } from "../../transcript/transcription-jobs.ts";
import type { Workflows } from "../workflows.ts";

export interface TranscriptionJobDeps {
  jobs: TranscriptionJobs;
  /** The start of the jobs' names: an account may hold jobs of others. */
  jobPrefix: string;
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson" | "delete">;
  workflows: Pick<Workflows, "sendSuccess" | "sendFailure">;
}

/** Who waits for a job, and what it was asked. */
const waitingSchema = z.object({ taskToken: z.string(), language: z.string().nullable() });

/**
 * Has the extracted audio of a task recognised by Amazon Transcribe. The job's name is made of the task's id, so that a
 * repeated start finds the job of the first one; the token of the latest start is the one that is answered.
 *
 * @param language one of our codes; null: to be identified
 * Throws NamedError TranscriptionFailed when Transcribe does not take the job.
 */
export const startTranscriptionJob = async (
  input: { taskId: string; taskToken: string; language: string | null; audioSeconds: number },
  deps: TranscriptionJobDeps,
): Promise<void> => {
  const { taskId, taskToken, language, audioSeconds } = input;
  if (!fitsTranscribe(audioSeconds)) {
    throw new NamedError(
      "TranscriptionFailed",
      `Amazon Transcribe takes 0.5 s to 4 h of sound; these are ${audioSeconds} s.`,
    );
  }
  const name = `${deps.jobPrefix}${taskId}`;
  // Before the job: it may end at once.
  await deps.bucket.putJson(transcribeWaitKey(taskId), { taskToken, language });
  const isNew = await deps.jobs.start({
    name,
    audioKey: extractedAudioKey(taskId),
    outputKey: transcribeOutputKey(taskId),
    languageCode: language === null ? null : transcribeCodeOf(language),
  });
  // It may have ended before this token was there to be answered.
  if (!isNew) await finishTranscriptionJob(name, deps);
};

/**
 * Hands the result of an ended job to the execution that waits for it, then removes the job and what it worked on. A job
 * of an earlier start, of a task that is gone, or that still runs: harmless. Every part may be repeated.
 */
export const finishTranscriptionJob = async (name: string, deps: TranscriptionJobDeps): Promise<void> => {
  const { jobs, jobPrefix, bucket, workflows } = deps;
  if (!name.startsWith(jobPrefix)) return;
  const job = await jobs.get(name);
  if (job === null || job.status === "running") return;
  const taskId = name.slice(jobPrefix.length);
  const waiting = await getJsonOrNull(bucket, transcribeWaitKey(taskId));
  if (waiting !== null) {
    const { taskToken, language } = waitingSchema.parse(waiting);
    const heard =
      job.status === "failed"
        ? (job.failureReason ?? "The job failed without a reason.")
        : await readOutput(taskId, language, bucket);
    if (typeof heard === "string") {
      await workflows.sendFailure(taskToken, "TranscriptionFailed", `Amazon Transcribe: ${heard}`);
    } else {
      await bucket.putJson(recognitionKey(taskId), heard);
      const answer = { recognitionKey: recognitionKey(taskId), language: heard.language };
      await workflows.sendSuccess(taskToken, answer);
      // After a failure it stays: Whisper hears the same.
      await bucket.delete(extractedAudioKey(taskId));
    }
  }
  // As long as there is a job, there is what it left.
  await jobs.delete(name);
  await bucket.delete(transcribeAccessCheckKey(taskId));
  await bucket.delete(transcribeOutputKey(taskId));
  await bucket.delete(transcribeWaitKey(taskId));
};

const eventPatienceMs = 2 * 60_000;

/** Finishes the jobs whose event was lost: a job that is finished is gone. EventBridge delivers those events as best it can. */
export const recoverTranscriptionJobs = async (
  deps: TranscriptionJobDeps & { now: () => Date },
): Promise<void> => {
  const before = new Date(deps.now().getTime() - eventPatienceMs);
  for (const name of await deps.jobs.listEnded(deps.jobPrefix, before)) {
    await finishTranscriptionJob(name, deps);
  }
};

/** A sentence in the place of an output that says nothing. */
const readOutput = async (
  taskId: string,
  language: string | null,
  bucket: TranscriptionJobDeps["bucket"],
): Promise<Recognition | string> => {
  try {
    const output = transcribeOutputSchema.safeParse(await getJsonOrNull(bucket, transcribeOutputKey(taskId)));
    if (!output.success) return "its output cannot be read.";
    return recognitionFromTranscribe(output.data, language);
  } catch (error) {
    if (error instanceof SyntaxError) return "its output is no JSON.";
    if (error instanceof UnsupportedLanguageDetected || error instanceof UncertainLanguage)
      return `${error.message}.`;
    throw error;
  }
};
