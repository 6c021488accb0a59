import {
  ConflictException,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  type LanguageCode,
  paginateListTranscriptionJobs,
  StartTranscriptionJobCommand,
  TranscribeClient,
  TranscribeServiceException,
} from "@aws-sdk/client-transcribe";
import { NamedError } from "../../core/errors.ts";
import type { TranscriptionJob, TranscriptionJobs } from "../../core/transcript/transcription-jobs.ts";

/** The extracted audio, as the speech container writes it. */
const audio = { MediaFormat: "flac", MediaSampleRateHertz: 16_000 } as const;

/** Client errors that are transient: too many jobs, too many requests, expiring credentials. */
const transientErrors =
  /^(LimitExceeded|Throttling|TooManyRequests|RequestTimeout|ExpiredToken|RequestExpired)/;

export const createTranscribeJobs = (
  bucket: string,
  client: TranscribeClient = new TranscribeClient({}),
): TranscriptionJobs => ({
  async start({ name, audioKey, outputKey, languageCode }) {
    try {
      await client.send(
        new StartTranscriptionJobCommand({
          TranscriptionJobName: name,
          Media: { MediaFileUri: `s3://${bucket}/${audioKey}` },
          ...audio,
          OutputBucketName: bucket,
          OutputKey: outputKey,
          ...(languageCode === null
            ? { IdentifyMultipleLanguages: true }
            : { LanguageCode: languageCode as LanguageCode }),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConflictException) return false;
      if (!isRejection(error)) throw error;
      const sentence = `Amazon Transcribe rejected the job: ${error.name}: ${error.message}`;
      throw new NamedError("TranscriptionFailed", sentence, { cause: error });
    }
  },

  async get(name) {
    try {
      const command = new GetTranscriptionJobCommand({ TranscriptionJobName: name });
      const { TranscriptionJob: job } = await client.send(command);
      return { status: statusNamed(job?.TranscriptionJobStatus), failureReason: job?.FailureReason ?? null };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  async delete(name) {
    try {
      await client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: name }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },

  async listEnded(namePrefix, before) {
    const names: string[] = [];
    for (const Status of ["COMPLETED", "FAILED"] as const) {
      const query = { Status, JobNameContains: namePrefix, MaxResults: 100 };
      for await (const page of paginateListTranscriptionJobs({ client }, query)) {
        for (const { TranscriptionJobName: name, CompletionTime: ended } of page.TranscriptionJobSummaries ??
          [])
          if (name?.startsWith(namePrefix) && ended !== undefined && ended < before) names.push(name);
      }
    }
    return names;
  },
});

const statusNamed = (status: string | undefined): TranscriptionJob["status"] => {
  if (status === "COMPLETED") return "completed";
  return status === "FAILED" ? "failed" : "running";
};

const isRejection = (error: unknown): error is TranscribeServiceException =>
  error instanceof TranscribeServiceException &&
  error.$fault === "client" &&
  !transientErrors.test(error.name);

/** Transcribe reports a missing job in either form. */
const isMissing = (error: unknown): boolean =>
  error instanceof TranscribeServiceException &&
  (error.name === "NotFoundException" || /could ?n[o']t be found/i.test(error.message));
