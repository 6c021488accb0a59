import { exchange } from "./exchange.ts";

/** A failure as the runtime API reports it. State machines match `errorType`. */
export interface InvocationFailure {
  errorType: string;
  errorMessage: string;
}

/** What an invocation leads to: a response, or a failure, after which this process may no longer be used. */
export type InvocationEnd = { response: object } | { failure: InvocationFailure; isReusable: boolean };

/** Handles an event. `deadlineMs`: when Lambda stops the process, on the clock of `Date.now`. Must not throw. */
export type InvocationHandler = (event: unknown, deadlineMs: number) => Promise<InvocationEnd>;

const folder = "/2018-06-01/runtime/invocation";

/**
 * Serves invocations of AWS Lambda, one at a time, until one ends in a failure after which the process may not be reused. Throws
 * when the runtime API ends. Source: AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes".
 *
 * @param api host and port of the runtime API, as in AWS_LAMBDA_RUNTIME_API
 */
export const serveInvocations = async (api: string, handle: InvocationHandler): Promise<void> => {
  const [host = "", port = "80"] = api.split(":");
  const runtime = { host, port: Number(port) };
  const post = async (path: string, value: object): Promise<void> => {
    const body = Buffer.from(JSON.stringify(value));
    await exchange({ ...runtime, method: "POST", path, headers: { "content-length": body.length }, body });
  };
  for (;;) {
    const { headers, body } = await exchange({ ...runtime, method: "GET", path: `${folder}/next` });
    const id = String(headers["lambda-runtime-aws-request-id"]);
    const deadlineMs = Number(headers["lambda-runtime-deadline-ms"]);
    const end = await handle(JSON.parse(body.toString("utf8")), deadlineMs);
    if ("response" in end) await post(`${folder}/${id}/response`, end.response);
    else {
      await post(`${folder}/${id}/error`, end.failure);
      if (!end.isReusable) return;
    }
  }
};
