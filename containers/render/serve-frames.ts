import * as z from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { type InvocationEnd, serveInvocations } from "../../adapters/lambda/runtime.ts";
import { downloadSpan } from "../../adapters/s3/partial-object.ts";
import { createS3TranscriptStore } from "../../adapters/s3/transcript-store.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import {
  type FrameResult,
  frameRequestSchema,
  frameResultSchema,
} from "../../core/render-plan/frame-request.ts";
import { type DrawFrameDeps, drawFrame } from "./draw-frame.ts";
import { createJobFiles } from "./job-files.ts";

/** The environment variables of the function that draws frames (lib/frame-function.ts); Lambda sets the last one. */
const frameEnvironment = z.object({
  BUCKET_NAME: z.string().min(1),
  AWS_LAMBDA_RUNTIME_API: z.string().min(1),
});

const createDependencies = (bucket: string): DrawFrameDeps => {
  const { client, checkSource, download, downloadFont, upload } = createJobFiles(bucket);
  return {
    readTranscript: createS3TranscriptStore(bucket, client).read,
    download,
    downloadFont,
    upload,
    async downloadSpan(key, path, span, signal) {
      await checkSource(key);
      const readBytes = await downloadSpan({ client, bucket, key }, path, span, signal);
      logLine("info", "source", { key, readBytes });
    },
  };
};

/** Before Lambda stops the process: enough to end a program and to report. */
const reportMs = 1500;

const draw = async (event: unknown, deps: DrawFrameDeps, deadlineMs: number): Promise<FrameResult> => {
  const request = frameRequestSchema.parse(event);
  logLine("info", "frame", { taskId: request.job.taskId, frame: request.frame });
  const signal = AbortSignal.timeout(Math.max(0, deadlineMs - Date.now() - reportMs));
  try {
    await drawFrame(request, deps, signal);
    return { error: null };
  } catch (error) {
    const { name, message } = signal.aborted
      ? new NamedError("RenderTimedOut", "The frame could not be drawn in time. Try again.")
      : (error as Error);
    if (!signal.aborted && !isNamedError(error)) throw error;
    logLine("info", "failed", errorFields(error));
    return frameResultSchema.parse({ error: { name, message } });
  }
};

/** Draws the frames that Lambda requests, until it ends the process. Throws when the runtime API ends. */
export const serveFrames = async (): Promise<void> => {
  const { BUCKET_NAME, AWS_LAMBDA_RUNTIME_API } = frameEnvironment.parse(process.env);
  const deps = createDependencies(BUCKET_NAME);
  await serveInvocations(AWS_LAMBDA_RUNTIME_API, async (event, deadlineMs): Promise<InvocationEnd> => {
    try {
      return { response: await draw(event, deps, deadlineMs) };
    } catch (error) {
      logLine("error", "unexpected error", errorFields(error));
      const errorMessage = "The frame could not be drawn. The log has the reason.";
      return { failure: { errorType: "InternalError", errorMessage }, isReusable: true };
    }
  });
};
