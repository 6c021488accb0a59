import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateFunctionCommand,
  PutFunctionConcurrencyCommand,
  UpdateFunctionConfigurationCommand,
} from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { accountId, type Engine, startEngine } from "./engine.ts";
import { functionArn, invoke } from "./functions.ts";
import { output, run } from "./machines.ts";

jest.setTimeout(60_000);

/** A runtime: responds to each event as it says, with its process ID and environment. */
const program = `
  const api = "http://" + process.env.AWS_LAMBDA_RUNTIME_API + "/2018-06-01/runtime/invocation/";
  const { TMPDIR, AWS_ENDPOINT_URL, STAGE, CAPSTACK_IMAGE_COMMANDS } = process.env;
  for (;;) {
    const next = await fetch(api + "next");
    const id = next.headers.get("lambda-runtime-aws-request-id");
    const event = await next.json();
    if (event.how === "killed") process.kill(process.pid, "SIGKILL");
    if (event.how === "slow") await new Promise((resolve) => setTimeout(resolve, 60_000));
    const failed = { errorType: "ContainerStopped", errorMessage: "exit code 1" };
    const response = { pid: process.pid, TMPDIR, AWS_ENDPOINT_URL, STAGE, CAPSTACK_IMAGE_COMMANDS };
    const [path, body] = event.how === "failed" ? ["/error", failed] : ["/response", response];
    await fetch(api + id + path, { method: "POST", body: JSON.stringify(body) });
  }`;

const folder = mkdtempSync(join(tmpdir(), "capstack-image-"));
let engine: Engine;
beforeAll(async () => {
  const file = join(folder, "runtime it's.mjs");
  writeFileSync(file, program);
  const commands = JSON.stringify({ "capstack/worker": [process.execPath, file] });
  engine = await startEngine({ environment: { CAPSTACK_IMAGE_COMMANDS: commands } });
  await engine.lambda().send(
    new CreateFunctionCommand({
      FunctionName: "worker",
      Role: `arn:aws:iam::${accountId}:role/test`,
      PackageType: "Image",
      Code: { ImageUri: "capstack/worker" },
      Environment: { Variables: { STAGE: "test", TMPDIR: "/tmp" } },
      Timeout: 2,
    }),
  );
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("A function from an image runs its command, which keeps its process and its folder between invocations", async () => {
  const first = await invoke(engine, "worker");
  expect(first).toMatchObject({
    error: undefined,
    value: { STAGE: "test", AWS_ENDPOINT_URL: engine.endpoint, TMPDIR: expect.stringContaining("function-") },
  });
  expect(first.value.CAPSTACK_IMAGE_COMMANDS).toBeUndefined();
  expect((await invoke(engine, "worker")).value).toEqual(first.value);
});

test.each([
  ["killed", "Runtime.ExitError"],
  ["slow", "Sandbox.Timedout"],
  ["failed", "ContainerStopped"],
  ["throttled", "Lambda.TooManyRequestsException"],
])("A state that waits for the token of a function that is %s fails at once", async (how, error) => {
  if (how === "throttled")
    await engine
      .lambda()
      .send(new PutFunctionConcurrencyCommand({ FunctionName: "worker", ReservedConcurrentExecutions: 0 }));
  const execution = await run(engine, {
    Work: {
      Type: "Task",
      Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
      Arguments: {
        FunctionName: functionArn("worker"),
        Payload: { how, token: "{% $states.context.Task.Token %}" },
      },
      TimeoutSeconds: 300,
      Catch: [{ ErrorEquals: ["States.ALL"], Output: "{% $states.errorOutput.Error %}", Next: "Container" }],
      End: true,
    },
    Container: { Type: "Pass", End: true },
  });
  expect([execution.status, output(execution)]).toEqual(["SUCCEEDED", error]);
});

test("The next invocation after a failure has a new process", async () => {
  await engine
    .lambda()
    .send(new PutFunctionConcurrencyCommand({ FunctionName: "worker", ReservedConcurrentExecutions: 5 }));
  await engine.lambda().send(new UpdateFunctionConfigurationCommand({ FunctionName: "worker", Timeout: 30 }));
  const { value } = await invoke(engine, "worker");
  await invoke(engine, "worker", { how: "killed" });
  const { value: after } = await invoke(engine, "worker");
  expect(after.pid).not.toBe(value.pid);
});
