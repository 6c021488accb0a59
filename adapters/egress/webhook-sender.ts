import type { Readable } from "node:stream";
import { request } from "undici";
import { checkedUrl } from "../../core/egress/download-rules.ts";
import type { EgressPolicy } from "../../core/egress/source-url.ts";
import { isNamedError } from "../../core/errors.ts";
import type { WebhookSender } from "../../core/webhooks/attempt-delivery.ts";
import { createGuardedAgent, type Resolve } from "./guarded-agent.ts";

export interface WebhookSenderOptions {
  policy: EgressPolicy;
  resolve?: Resolve;
  /** Time limit for name resolution, connection, TLS, request and response together. */
  timeoutSeconds?: number;
}

const maxResponseBytes = 1024;

/**
 * Posts to recipients through the guarded agent (adapters/egress/guarded-agent.ts). Follows no redirects, uses no proxy, and
 * reads no more of the response than it returns.
 */
export const createWebhookSender = ({
  policy,
  resolve,
  timeoutSeconds = 10,
}: WebhookSenderOptions): WebhookSender => ({
  async post(recipient, body, headers, signal) {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    const times = { connectSeconds: timeoutSeconds, idleSeconds: timeoutSeconds };
    const agent = createGuardedAgent(times, policy, resolve);
    try {
      const response = await request(checkedUrl(recipient, policy, "recipient"), {
        dispatcher: agent,
        method: "POST",
        headers: { "user-agent": "Capstack-Webhooks", accept: "*/*", ...headers },
        body,
        signal: AbortSignal.any([signal, timeout]),
      });
      return { status: response.statusCode, error: null, responseBody: await readStart(response.body) };
    } catch (error) {
      const name = signal.aborted ? "Superseded" : timeout.aborted ? "TimedOut" : nameOf(error);
      return { status: null, error: name, responseBody: "" };
    } finally {
      await agent.destroy();
    }
  },
});

const readStart = async (body: Readable): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    // Leaving the loop closes the connection.
    if (bytes >= maxResponseBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxResponseBytes).toString("utf8");
};

/**
 * Returns the name of a failure: of the agent's rejection, or the code of the resolver, the socket, TLS or undici. Reads
 * errors by their shape, because some are DOMExceptions.
 */
const nameOf = (error: unknown): string => {
  let name = "Failed";
  for (let cause = error; typeof cause === "object" && cause !== null; ) {
    if (isNamedError(cause)) return cause.name;
    const { code, name: kind, cause: next } = cause as NodeJS.ErrnoException;
    name = typeof code === "string" ? code : (kind ?? name);
    cause = next;
  }
  return name === "UND_ERR_CONNECT_TIMEOUT" || name === "UND_ERR_HEADERS_TIMEOUT" ? "TimedOut" : name;
};
