import {
  type InvokeCommandOutput,
  type LambdaClient,
  TooManyRequestsException,
} from "@aws-sdk/client-lambda";
import { expect, test } from "@jest/globals";
import { createLambdaFrameDrawer } from "../../../../adapters/aws/lambda-frame-drawer.ts";
import type { FrameRequest } from "../../../../core/render-plan/frame-request.ts";

/** Draws by a function whose invocations end as given. */
const draw = (end: Error | { FunctionError?: string; Payload: object }): Promise<void> => {
  const client = {
    send: async (): Promise<Partial<InvokeCommandOutput>> => {
      if (end instanceof Error) throw end;
      return { ...end, Payload: Buffer.from(JSON.stringify(end.Payload)) as never };
    },
  } as unknown as LambdaClient;
  return createLambdaFrameDrawer("frames", client).draw({ frame: 1 } as FrameRequest);
};

test("A frame that the function has drawn is no error", async () => {
  await expect(draw({ Payload: { error: null } })).resolves.toBeUndefined();
});

test("The named reason why a frame cannot be drawn is returned", async () => {
  const error = { name: "MediaUnreadable", message: "The source cannot be decoded" };
  await expect(draw({ Payload: { error } })).rejects.toMatchObject(error);
});

test("A function that takes too long is a render that timed out, and any other failure is unexpected", async () => {
  const failed = (errorMessage: string) => draw({ FunctionError: "Unhandled", Payload: { errorMessage } });
  await expect(failed("2026-11-29 Task timed out after 26.00 seconds")).rejects.toMatchObject({
    name: "RenderTimedOut",
  });
  await expect(failed("exit status 1")).rejects.toThrow("exit status 1");
});

test("Too many concurrent frames are a request to wait", async () => {
  const throttled = new TooManyRequestsException({ message: "Rate exceeded", $metadata: {} });
  await expect(draw(throttled)).rejects.toMatchObject({ name: "TooManyRequests", retryAfterSeconds: 2 });
});
