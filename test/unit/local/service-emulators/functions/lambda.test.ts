import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createLambdaFrameDrawer } from "../../../../../adapters/aws/lambda-frame-drawer.ts";
import { type InvocationEnd, serveInvocations } from "../../../../../adapters/lambda/runtime.ts";
import type { FrameRequest } from "../../../../../core/render-plan/frame-request.ts";
import { createLambdaEmulator } from "../../../../../local/service-emulators/functions/lambda.ts";
import { FunctionRuntime } from "../../../../../local/service-emulators/functions/runtime.ts";
import { ServiceError } from "../../../../../local/service-emulators/service-error.ts";

const functionArn = "arn:aws:lambda:us-east-1:000000000000:function:Capstack-frames";
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What the function does with each of its invocations, in order. */
type Behavior = "ok" | "exit" | "hang" | "fail" | { name: string; message: string };

/** The emulator of a function whose processes behave as given, and the client of the product. */
const setUp = async (behaviors: Behavior[], { isAllowed = true, timeoutMs = 5000, idleMs = 5000 } = {}) => {
  const counts = { starts: 0, kills: 0 };
  const start = async (runtimeApi: string) => {
    counts.starts += 1;
    let end = (): void => {};
    const exited = new Promise<void>((resolve) => {
      end = resolve;
    });
    const handle = async (): Promise<InvocationEnd> => {
      const behavior = behaviors.shift() ?? "ok";
      if (behavior === "exit") end();
      if (behavior === "exit" || behavior === "hang") return new Promise(() => {});
      if (behavior === "fail")
        return { failure: { errorType: "InternalError", errorMessage: "a bug" }, isReusable: true };
      return { response: { error: behavior === "ok" ? null : behavior } };
    };
    serveInvocations(runtimeApi, handle).catch(() => {});
    const kill = (): void => {
      counts.kills += 1;
      end();
    };
    return { exited, kill };
  };
  const runtime = new FunctionRuntime({ start, timeoutMs, idleMs });
  await runtime.listen();
  closing.push(() => runtime.close());
  const checkPermissions = async (_: unknown, [call]: readonly { action: string; resource: string }[]) => {
    expect(call).toEqual({ action: "lambda:InvokeFunction", resource: functionArn });
    if (!isAllowed) throw new ServiceError("AccessDeniedException", "not allowed");
  };
  const log = { line: () => {} };
  const server = createLambdaEmulator({ functionArn: () => functionArn, runtime, checkPermissions, log });
  const endpoint = `http://127.0.0.1:${await server.listen(0)}`;
  closing.push(() => server.close());
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  const client = new LambdaClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  closing.push(async () => client.destroy());
  const draw = (name = "Capstack-frames"): Promise<void> =>
    createLambdaFrameDrawer(name, client).draw({ frame: 1 } as FrameRequest);
  return { draw, counts };
};

describe("the function that draws frames", () => {
  test("serves one invocation after the other with one process", async () => {
    const { draw, counts } = await setUp([]);
    await Promise.all([draw(), draw(), draw()]);
    expect(counts.starts).toBe(1);
  });

  test("returns the named reason why a frame cannot be drawn", async () => {
    const { draw } = await setUp([{ name: "MediaUnreadable", message: "The source cannot be decoded" }]);
    await expect(draw()).rejects.toMatchObject({
      ...{ name: "MediaUnreadable", message: "The source cannot be decoded" },
    });
  });

  test("reports an unexpected error and an ended process, and then works again", async () => {
    const { draw, counts } = await setUp(["fail", "exit"]);
    await expect(draw()).rejects.toThrow("a bug");
    await expect(draw()).rejects.toThrow("Runtime exited");
    await draw();
    expect(counts.starts).toBe(2);
  });

  test("ends at its time limit", async () => {
    const { draw, counts } = await setUp(["hang"], { timeoutMs: 200 });
    await expect(draw()).rejects.toMatchObject({ name: "RenderTimedOut" });
    expect(counts.kills).toBe(1);
    await draw();
  });

  test("stops its process after a time without invocations, and starts another", async () => {
    const { draw, counts } = await setUp([], { idleMs: 50 });
    await draw();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await draw();
    expect(counts.starts).toBe(2);
  });

  test("rejects a caller without permission, and an unknown name", async () => {
    const { draw } = await setUp([], { isAllowed: false });
    await expect(draw()).rejects.toMatchObject({ name: "AccessDeniedException" });
    await expect(draw("other")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});

test("too many concurrent frames are a request to wait", async () => {
  const throttling = {
    send: async () => {
      const { TooManyRequestsException } = await import("@aws-sdk/client-lambda");
      throw new TooManyRequestsException({ message: "Rate exceeded", $metadata: {} });
    },
  } as unknown as LambdaClient;
  const drawing = createLambdaFrameDrawer("frames", throttling).draw({ frame: 1 } as FrameRequest);
  await expect(drawing).rejects.toMatchObject({ name: "TooManyRequests", retryAfterSeconds: 2 });
});
