import { isNamedError, NamedError } from "../../core/errors.ts";

/** Transient connection failures; a retry may succeed. */
const transientCodes = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ETIMEDOUT",
  "EPIPE",
  "EAI_AGAIN",
  "ConnectTimeout",
  "StallTimeout",
]);

/** The server did not accept the connection, or did not send, for as long as the limits allow. */
export class EgressTimeout extends Error {
  readonly code: "ConnectTimeout" | "StallTimeout";

  constructor(code: "ConnectTimeout" | "StallTimeout") {
    super(code);
    this.code = code;
  }
}

const isErrorLike = (value: unknown): value is Error =>
  typeof value === "object" && value !== null && "message" in value && "name" in value;

/** Returns an error and its causes. Checks their shape, not their class: some are DOMExceptions. */
export const causesOf = (error: unknown): Error[] => {
  const chain: Error[] = [];
  for (let next = error; isErrorLike(next) && chain.length < 8; next = next.cause) {
    chain.push(next);
    // A host with several IP addresses: each attempt has its own error.
    if ("errors" in next && Array.isArray(next.errors)) chain.push(...next.errors.filter(isErrorLike));
  }
  return chain;
};

/** Node sets `code`, a DOMException only `name` (its code is a number). */
const codesOf = (error: Error): string[] => [String((error as NodeJS.ErrnoException).code), error.name];

/** Whether a retry of the same request may succeed. */
export const isTransient = (error: unknown): boolean => {
  const chain = causesOf(error);
  return !chain.some(isNamedError) && chain.flatMap(codesOf).some((code) => transientCodes.has(code));
};

export const fileChanged = (): NamedError =>
  new NamedError(
    "DownloadFailed",
    "The file at the URL changed during the download. Try again when the file is complete.",
  );

/** Describes in one sentence the error of the resolver, TLS, socket or HTTP parser. Returns NamedErrors unchanged. */
export const asDownloadFailure = (error: unknown): Error => {
  const fail = (sentence: string): NamedError => new NamedError("DownloadFailed", sentence, { cause: error });
  const chain = causesOf(error);
  const named = chain.find(isNamedError);
  if (named) return named;
  const codes = chain.flatMap(codesOf);
  const has = (...wanted: string[]): boolean => wanted.some((code) => codes.includes(code));
  if (has("ENOTFOUND", "EAI_AGAIN", "EAI_NONAME")) return fail("The URL's host name cannot be resolved.");
  if (has("ECONNREFUSED")) return fail("The URL's server rejects connections.");
  if (has("ConnectTimeout", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH")) {
    return fail("The URL's server cannot be reached.");
  }
  // An abort that the caller did not request is the total timeout.
  if (has("StallTimeout", "TimeoutError", "AbortError", "ABORT_ERR")) {
    return fail("The URL's server stopped sending; the download timed out.");
  }
  if (codes.some((code) => /CERT|ERR_TLS|ERR_SSL|EPROTO|SELF_SIGNED|ISSUER/.test(code))) {
    return fail("The TLS connection to the URL's server failed: check its certificate and protocol.");
  }
  if (codes.some((code) => /^HPE_/.test(code))) return fail("The URL's server does not send valid HTTP.");
  return fail("The connection to the URL's server was closed before the file was complete.");
};
