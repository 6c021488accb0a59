import type { z } from "zod";
import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { createSynchronousTranscription } from "../../adapters/aws/synchronous-transcription.ts";
import { createTranscribeJobs } from "../../adapters/aws/transcribe-jobs.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import type { TranscriberOption } from "../../core/transcript/choose-engine.ts";
import type { TranscriptionDeps } from "../../core/workflows/transcription/transcribe-audio.ts";
import type { RecognitionSettings } from "../../core/workflows/transcription/transcription-input.ts";
import type { TranscriptionJobDeps } from "../../core/workflows/transcription/transcription-job.ts";
import type { prepareEnvironment, transcribingEnvironment } from "../environment.ts";

/** Builds the dependencies of Amazon Transcribe jobs. */
export const transcribing = (env: z.infer<typeof transcribingEnvironment>): TranscriptionJobDeps => ({
  jobs: createTranscribeJobs(env.BUCKET_NAME),
  jobPrefix: env.TRANSCRIBE_JOB_PREFIX,
  bucket: createS3MediaBucket({ name: env.BUCKET_NAME }),
  workflows: createStepFunctionsWorkflows({}),
});

/** Builds the dependencies of a transcription in one request, or by a job. */
export const transcribingAudio = (env: z.infer<typeof transcribingEnvironment>): TranscriptionDeps => ({
  ...transcribing(env),
  synchronous: createSynchronousTranscription(env.BUCKET_NAME),
  reportFailure: (error) => logLine("warn", "TranscribeAudio failed, a job follows", errorFields(error)),
});

/** Returns the operator's choice of transcriber, in AWS or on one machine. */
export const transcriberOf = (
  env: Pick<z.infer<typeof prepareEnvironment>, "TRANSCRIBER" | "CAPSTACK_TRANSCRIBER">,
): TranscriberOption => env.CAPSTACK_TRANSCRIBER ?? env.TRANSCRIBER;

/** Returns the operator's settings of speech recognition. */
export const recognitionSettings = (
  env: Pick<
    z.infer<typeof prepareEnvironment>,
    "TRANSCRIBER" | "CAPSTACK_TRANSCRIBER" | "SHORT_TASK_SECONDS"
  >,
): RecognitionSettings => ({ transcriber: transcriberOf(env), shortTaskSeconds: env.SHORT_TASK_SECONDS });
