import http from "node:http";
import * as z from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";

/** The used part of an event of an HTTP API (payload format 2.0). */
const eventSchema = z.object({
  rawPath: z.string(),
  rawQueryString: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  isBase64Encoded: z.boolean(),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});
type UploadEvent = z.infer<typeof eventSchema>;

interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface HttpRequest {
  host: string;
  port: number;
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: Buffer;
}

/** Without time limits: a function sleeps between invocations, so elapsed time says nothing. */
const send = ({ body, ...request }: HttpRequest): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const outgoing = http.request({ ...request, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });

/** Headers of the connection between the client and the gateway, not of the request. */
const droppedHeaders = new Set(["host", "connection", "content-length", "transfer-encoding", "expect"]);

/** Sends the request of an event to the upload service and returns the response for the gateway. */
const serveEvent = async (event: UploadEvent, port: number): Promise<object> => {
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const kept = Object.entries(event.headers).filter(([name]) => !droppedHeaders.has(name.toLowerCase()));
  const response = await send({
    host: "127.0.0.1",
    port,
    method: event.requestContext.http.method,
    path: event.rawQueryString === "" ? event.rawPath : `${event.rawPath}?${event.rawQueryString}`,
    headers: { ...Object.fromEntries(kept), "content-length": body.length },
    body,
  });
  const headers = Object.entries(response.headers).filter(([name]) => !droppedHeaders.has(name));
  return {
    statusCode: response.status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: response.body.toString("utf8"),
    isBase64Encoded: false,
  };
};

/**
 * Serves invocations of AWS Lambda with the upload service that listens on a loopback port, one at a time, until the runtime API
 * ends. Source: AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes".
 *
 * @param api host and port of the runtime API, as in AWS_LAMBDA_RUNTIME_API
 */
export const runLambdaRuntime = async (api: string, port: number): Promise<never> => {
  const [host = "", apiPort = "80"] = api.split(":");
  const runtime = { host, port: Number(apiPort) };
  const folder = "/2018-06-01/runtime/invocation";
  const post = async (path: string, value: object): Promise<void> => {
    const body = Buffer.from(JSON.stringify(value));
    await send({ ...runtime, method: "POST", path, headers: { "content-length": body.length }, body });
  };
  for (;;) {
    const next = await send({ ...runtime, method: "GET", path: `${folder}/next` });
    const invocationId = String(next.headers["lambda-runtime-aws-request-id"]);
    try {
      const event = eventSchema.parse(JSON.parse(next.body.toString("utf8")));
      await post(`${folder}/${invocationId}/response`, await serveEvent(event, port));
    } catch (error) {
      logLine("error", "unexpected error", errorFields(error));
      // The gateway answers 500 without the reason, which the log has.
      await post(`${folder}/${invocationId}/error`, {
        errorType: "InternalError",
        errorMessage: "The upload failed.",
      });
    }
  }
};
