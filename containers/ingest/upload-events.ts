import * as z from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { exchange } from "../../adapters/lambda/exchange.ts";
import { serveInvocations } from "../../adapters/lambda/runtime.ts";

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

/** Headers of the connection between the client and the gateway, not of the request. */
const droppedHeaders = new Set(["host", "connection", "content-length", "transfer-encoding", "expect"]);

/** Sends the request of an event to the upload service and returns the response for the gateway. */
const serveEvent = async (event: UploadEvent, port: number): Promise<object> => {
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const kept = Object.entries(event.headers).filter(([name]) => !droppedHeaders.has(name.toLowerCase()));
  const response = await exchange({
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

/** The gateway returns 500 without the reason, which is in the log. */
const uploadFailure = { errorType: "InternalError", errorMessage: "The upload failed." };

/**
 * Serves invocations of AWS Lambda with the upload service that listens on a loopback port, until the runtime API ends.
 *
 * @param api host and port of the runtime API, as in AWS_LAMBDA_RUNTIME_API
 */
export const serveUploadEvents = (api: string, port: number): Promise<void> =>
  serveInvocations(api, async (event) => {
    try {
      return { response: await serveEvent(eventSchema.parse(event), port) };
    } catch (error) {
      logLine("error", "unexpected error", errorFields(error));
      return { failure: uploadFailure, isReusable: true };
    }
  });
