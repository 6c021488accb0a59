import { extractedAudioKey, transcribeWaitKey } from "../../storage/keys.ts";
import type { Recognition } from "../../transcript/recognition.ts";
import type { SynchronousTranscription } from "../../transcript/synchronous-transcription.ts";
import { synchronousCodeOf } from "../../transcript/transcribe-languages.ts";
import { recognitionFromTranscribe } from "../../transcript/transcribe-output.ts";
import { sendRecognition, startTranscriptionJob, type TranscriptionJobDeps } from "./transcription-job.ts";

/** Extracted audio, and the execution that waits for its transcription. */
export interface TranscriptionRequest {
  taskId: string;
  taskToken: string;
  /** Code of the API; null: not given. */
  language: string | null;
  audioSeconds: number;
  /** Whether the audio may be transcribed in one request (core/transcript/choose-engine.ts). */
  isSynchronous: boolean;
  /** The language that was identified when the audio was extracted; null: given, or uncertain. */
  identifiedLanguage: string | null;
}

export interface TranscriptionDeps extends TranscriptionJobDeps {
  synchronous: SynchronousTranscription;
  /** Reports why audio was not transcribed in one request. */
  reportFailure: (error: unknown) => void;
}

/**
 * Transcribes the extracted audio of a task by Amazon Transcribe: in one request if possible, else by a job, also after any
 * failure of the request. A repeated attempt uses a job, so that a task has at most one such request.
 *
 * Throws NamedError TranscriptionFailed when Transcribe rejects the job.
 */
export const transcribeAudio = async (
  request: TranscriptionRequest,
  deps: TranscriptionDeps,
): Promise<void> => {
  const { taskId, taskToken, language } = request;
  const recognition = await recognizeOnce(request, deps);
  if (recognition === null) return startTranscriptionJob(request, deps);
  // The task has been deleted, with all its objects.
  if ((await deps.bucket.head(transcribeWaitKey(taskId))) === null) return;
  // The confidence of an identified language is not known here.
  const known = language === null ? { ...recognition, languageConfidence: null } : recognition;
  await sendRecognition(taskId, taskToken, known, deps);
  await deps.bucket.delete(transcribeWaitKey(taskId));
};

/** Returns the result of one request; null if none is possible, after an earlier attempt, and after any failure. */
const recognizeOnce = async (
  { taskId, taskToken, language, isSynchronous, identifiedLanguage }: TranscriptionRequest,
  { bucket, synchronous, reportFailure }: TranscriptionDeps,
): Promise<Recognition | null> => {
  const spoken = language ?? identifiedLanguage;
  const languageCode = spoken === null ? null : synchronousCodeOf(spoken);
  if (!isSynchronous || languageCode === null) return null;
  if ((await bucket.head(transcribeWaitKey(taskId))) !== null) return null;
  await bucket.putJson(transcribeWaitKey(taskId), { taskToken, language });
  try {
    const output = await synchronous.transcribe({ audioKey: extractedAudioKey(taskId), languageCode });
    return recognitionFromTranscribe(output, spoken);
  } catch (error) {
    reportFailure(error);
    return null;
  }
};
