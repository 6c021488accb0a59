import type { Readable } from "node:stream";
import { request } from "undici";
import { checkedHop } from "../../core/egress/download-rules.ts";
import type { EgressPolicy } from "../../core/egress/source-url.ts";
import { isNamedError } from "../../core/errors.ts";
import type { WebhookSender } from "../../core/webhooks/attempt-delivery.ts";
import { createGuardedAgent, type Resolve } from "./guarded-agent.ts";

export interface WebhookSenderOptions {
  policy: EgressPolicy;
  resolve?: Resolve;
  /** The whole exchange: name, connection, TLS, request, answer. */
  timeoutSeconds?: number;
}

const keptAnswerBytes = 1024;

/**
 * Posts to recipients through the guard of adapters/egress/guarded-agent.ts: no redirect is followed, no proxy used, and no more
 * read of the answer than is kept.
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
      const answer = await request(checkedHop(recipient, policy, "recipient"), {
        dispatcher: agent,
        method: "POST",
        headers: { "user-agent": "Capstack-Webhooks", accept: "*/*", ...headers },
        body,
        signal: AbortSignal.any([signal, timeout]),
      });
      return { status: answer.statusCode, error: null, answer: await readStart(answer.body) };
    } catch (error) {
      const why = signal.aborted ? "Superseded" : timeout.aborted ? "TimedOut" : nameOf(error);
      return { status: null, error: why, answer: "" };
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
    if (bytes >= keptAnswerBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, keptAnswerBytes).toString("utf8");
};

/**
 * The name of what went wrong: a refusal of the guard, or the code of the resolver, the socket, TLS or undici. Errors are
 * told by their shape, since some are DOMExceptions.
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
