/** A rejected request, with the fields of the response. `message` is one string, `messages` has one entry per field. */
export class CapstackError extends Error {
  override readonly name = "CapstackError";
  /** The HTTP status. */
  readonly statusCode: number;
  /** Stable name of the error, such as `InsufficientCredits`. */
  readonly code: string;
  readonly messages: readonly string[];
  /** Identifies the request for the operator; null when the response did not come from the service itself. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry; null when the response has no Retry-After. */
  readonly retryAfterSeconds: number | null;

  constructor(statusCode: number, headers: Headers, body: unknown) {
    const fields = (typeof body === "object" && body !== null ? body : {}) as Partial<
      Record<string, unknown>
    >;
    const { message, code, requestId } = fields;
    const messages = (Array.isArray(message) ? message : [message]).filter(
      (text) => typeof text === "string",
    );
    super(messages.join("; ") || `The service returned HTTP ${statusCode}.`);
    this.statusCode = statusCode;
    this.code = typeof code === "string" ? code : `Http${statusCode}`;
    this.messages = messages;
    this.requestId = typeof requestId === "string" ? requestId : null;
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
  }
}

/** A task that ended as `failed`, or a video that was aborted. `code` is the error's stable name. */
export class CapstackFailure extends Error {
  override readonly name = "CapstackFailure";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
