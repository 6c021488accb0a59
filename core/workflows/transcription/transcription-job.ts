import * as z from "zod";
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
  /** Prefix of the names of this service's jobs; the AWS account may have others. */
  jobPrefix: string;
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson" | "delete">;
  workflows: Pick<Workflows, "sendSuccess" | "sendFailure">;
}

/** The waiting task token of a job, and its requested language. */
const pendingJobSchema = z.object({ taskToken: z.string(), language: z.string().nullable() });

/**
 * Starts a job of Amazon Transcribe for the extracted audio of a task. The job's name contains the task's ID, so that a
 * repeated start finds the existing job; the result goes to the task token of the latest start.
 *
 * @param language language code of the API; null: Transcribe identifies it
 *
 * Throws NamedError TranscriptionFailed when Transcribe rejects the job.
 */
export const startTranscriptionJob = async (
  input: { taskId: string; taskToken: string; language: string | null; audioSeconds: number },
  deps: TranscriptionJobDeps,
): Promise<void> => {
  const { taskId, taskToken, language, audioSeconds } = input;
  if (!fitsTranscribe(audioSeconds)) {
    throw new NamedError(
      "TranscriptionFailed",
      `Amazon Transcribe accepts 0.5 s to 4 h of audio. This audio lasts ${audioSeconds} s.`,
    );
  }
  const name = `${deps.jobPrefix}${taskId}`;
  // Before the job is started, because it may end immediately.
  await deps.bucket.putJson(transcribeWaitKey(taskId), { taskToken, language });
  const isNew = await deps.jobs.start({
    name,
    audioKey: extractedAudioKey(taskId),
    outputKey: transcribeOutputKey(taskId),
    languageCode: language === null ? null : transcribeCodeOf(language),
  });
  // The job may have ended before this token was stored.
  if (!isNew) await finishTranscriptionJob(name, deps);
};

/**
 * Sends the result of a finished job to the waiting execution, then deletes the job and its objects. Does nothing for a job
 * that is running or does not exist. Idempotent.
 */
export const finishTranscriptionJob = async (name: string, deps: TranscriptionJobDeps): Promise<void> => {
  const { jobs, jobPrefix, bucket, workflows } = deps;
  if (!name.startsWith(jobPrefix)) return;
  const job = await jobs.get(name);
  if (job === null || job.status === "running") return;
  const taskId = name.slice(jobPrefix.length);
  const pending = await getJsonOrNull(bucket, transcribeWaitKey(taskId));
  if (pending !== null) {
    const { taskToken, language } = pendingJobSchema.parse(pending);
    const result =
      job.status === "failed"
        ? (job.failureReason ?? "The job failed without a reason.")
        : await readOutput(taskId, language, bucket);
    if (typeof result === "string") {
      await workflows.sendFailure(taskToken, "TranscriptionFailed", `Amazon Transcribe: ${result}`);
    } else await sendRecognition(taskId, taskToken, result, deps);
  }
  await jobs.delete(name);
  await bucket.delete(transcribeAccessCheckKey(taskId));
  await bucket.delete(transcribeOutputKey(taskId));
  await bucket.delete(transcribeWaitKey(taskId));
};

/** Stores the recognition of a task and sends it to the waiting execution. */
export const sendRecognition = async (
  taskId: string,
  taskToken: string,
  recognition: Recognition,
  { bucket, workflows }: Pick<TranscriptionJobDeps, "bucket" | "workflows">,
): Promise<void> => {
  await bucket.putJson(recognitionKey(taskId), recognition);
  const output = { recognitionKey: recognitionKey(taskId), language: recognition.language };
  await workflows.sendSuccess(taskToken, output);
  // Kept after a failure: Whisper transcribes the same audio.
  await bucket.delete(extractedAudioKey(taskId));
};

const eventDelayMs = 2 * 60_000;

/** Finishes the jobs whose event was lost: EventBridge delivers these events on a best-effort basis. */
export const recoverTranscriptionJobs = async (
  deps: TranscriptionJobDeps & { now: () => Date },
): Promise<void> => {
  const before = new Date(deps.now().getTime() - eventDelayMs);
  for (const name of await deps.jobs.listEnded(deps.jobPrefix, before)) {
    await finishTranscriptionJob(name, deps);
  }
};

/** Returns the recognition, or a sentence about why the output is not usable. */
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
    if (error instanceof SyntaxError) return "its output is not valid JSON.";
    if (error instanceof UnsupportedLanguageDetected || error instanceof UncertainLanguage)
      return error.message;
    throw error;
  }
};
