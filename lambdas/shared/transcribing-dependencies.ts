import type { z } from "zod";
import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { createTranscribeJobs } from "../../adapters/aws/transcribe-jobs.ts";
import { createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import type { TranscriberOption } from "../../core/transcript/choose-engine.ts";
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
