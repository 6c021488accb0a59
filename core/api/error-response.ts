import { errorStatus, isNamedError, NamedError } from "../errors.ts";
import type { ErrorBody } from "./schemas/common.ts";

/** Names of the status codes of the API. Source: RFC 9110 §15, RFC 6585 §4. */
const statusText: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

export interface ErrorResponse {
  status: number;
  /** With `retry-after`; absent for an error that names no time. */
  headers?: Record<string, string>;
  body: ErrorBody;
}

/**
 * Returns the response to a failed request. Errors without a name are internal: 500, without details. Used by functions and by the
 * streaming process.
 */
export const errorResponse = (error: unknown, requestId: string): ErrorResponse => {
  const named = isNamedError(error)
    ? error
    : new NamedError(
        "InternalError",
        "An internal error occurred. Retry the request. If the error persists, report the requestId to the operator.",
      );
  const status = errorStatus[named.name];
  const { retryAfterSeconds } = named;
  return {
    status,
    ...(retryAfterSeconds === undefined ? {} : { headers: { "retry-after": String(retryAfterSeconds) } }),
    body: {
      statusCode: status,
      error: statusText[status] ?? "Error",
      message: named.messages === null ? named.message : [...named.messages],
      code: named.name,
      requestId,
    },
  };
};

/** Returns whether an error needs the attention of the operator; rejected requests do not. */
export const isServerError = (error: unknown): boolean =>
  !isNamedError(error) || errorStatus[error.name] >= 500;
