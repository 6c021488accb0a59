import type { IncomingMessage } from "node:http";
import { AwsServer, type JsonObject } from "../aws-server.ts";
import type { CheckPermissions } from "../permissions.ts";
import { ServiceError } from "../service-error.ts";
import type { FunctionRuntime } from "./runtime.ts";

export interface LambdaEmulatorOptions {
  /** ARN of the function that is emulated. */
  functionArn: () => string;
  runtime: Pick<FunctionRuntime, "invoke">;
  checkPermissions: CheckPermissions;
  log: { line: (text: string) => void };
}

const invokePath = /^\/2015-03-31\/functions\/([^/?]+)\/invocations/;

/** Emulates Invoke of AWS Lambda for one function in a container image, which the local AWS engine does not run. */
export const createLambdaEmulator = (options: LambdaEmulatorOptions): AwsServer => {
  const { functionArn, runtime, checkPermissions, log } = options;
  const failed = new WeakSet<IncomingMessage>();
  const handle = async (request: IncomingMessage, input: JsonObject): Promise<unknown> => {
    const resource = functionArn();
    const name = decodeURIComponent(invokePath.exec(request.url ?? "")?.[1] ?? "");
    if (request.method !== "POST" || name === "" || !resource.endsWith(`:${name}`))
      throw new ServiceError("ResourceNotFoundException", `Function not found: ${name}`, 404);
    await checkPermissions(request, [{ action: "lambda:InvokeFunction", resource }]);
    const outcome = await runtime.invoke(JSON.stringify(input));
    if ("payload" in outcome) return JSON.parse(outcome.payload);
    failed.add(request);
    log.line(`${name}: ${outcome.error.errorType}: ${outcome.error.errorMessage}`);
    return outcome.error;
  };
  return new AwsServer({
    handle,
    headers: (request) => (failed.has(request) ? { "x-amz-function-error": "Unhandled" } : {}),
    onError: ({ url }, { name, message }) => log.line(`${url}: ${name}: ${message}`),
  });
};
