import { InvokeCommand, LambdaClient, TooManyRequestsException } from "@aws-sdk/client-lambda";
import { NamedError } from "../../core/errors.ts";
import { type FrameDrawer, frameResultSchema } from "../../core/render-plan/frame-request.ts";

const retryAfterSeconds = 2;

/** Another attempt would not end within the time of the request. */
const createClient = (): LambdaClient => new LambdaClient({ maxAttempts: 1 });

/** Draws frames by a Lambda function (containers/render/serve-frames.ts), and waits for it. */
export const createLambdaFrameDrawer = (functionName: string, client = createClient()): FrameDrawer => ({
  async draw(request) {
    const { FunctionError, Payload } = await client
      .send(new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }))
      .catch((error: unknown) => {
        if (!(error instanceof TooManyRequestsException)) throw error;
        const message = `Too many frames are being drawn. Retry after ${retryAfterSeconds} s.`;
        throw new NamedError("TooManyRequests", message, { retryAfterSeconds, cause: error });
      });
    const text = Buffer.from(Payload ?? []).toString("utf8");
    if (FunctionError !== undefined) throw failure(text);
    const { error } = frameResultSchema.parse(JSON.parse(text));
    if (error !== null) throw new NamedError(error.name, error.message);
  },
});

/** Returns the error of an invocation that has no result. Lambda reports its time limit in the message only. */
const failure = (payload: string): Error =>
  payload.includes("Task timed out")
    ? new NamedError("RenderTimedOut", "The frame could not be drawn in time.")
    : new Error(`The function that draws frames failed: ${payload.slice(0, 2000)}`);
