import { errorStatus, isNamedError, NamedError } from "../errors.ts";
import type { ErrorBody } from "./schemas/common.ts";

/** Names of the status codes that we send. Source: RFC 9110 §15, RFC 6585 §4. */
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
  body: ErrorBody;
}

/**
 * What a client sees of a failure. Errors that are not named ones are faults of ours: 500, and not a word about the
 * inside. For the streaming process as well as for functions: needs nothing of either.
 */
export const errorResponse = (error: unknown, requestId: string): ErrorResponse => {
  const named = isNamedError(error)
    ? error
    : new NamedError(
        "InternalError",
        "Something went wrong on our side. Try again; if it stays, report the requestId.",
      );
  const status = errorStatus[named.name];
  return {
    status,
    body: {
      statusCode: status,
      error: statusText[status] ?? "Error",
      message: named.messages === null ? named.message : [...named.messages],
      code: named.name,
      requestId,
    },
  };
};

/** A failure that the operator must look into, as opposed to a request that was refused. */
export const isServerError = (error: unknown): boolean =>
  !isNamedError(error) || errorStatus[error.name] >= 500;
