import { NamedError } from "../errors.ts";
import { type ErrorResponse, errorResponse } from "./error-response.ts";

/**
 * The `requestId` of a request that the web ACL rejects: its responses are fixed texts, and no function has seen the request. It
 * shows the operator where the response comes from.
 */
const requestId = "web-acl";

/** Seconds of requests that the web ACL counts, after which a blocked IP address may call again. */
export const countedSeconds = 300;

/** Returns the response to an IP address that has sent more than `maxRequests` in `countedSeconds`. */
export const tooManyFromAddress = (maxRequests: number): ErrorResponse =>
  errorResponse(
    new NamedError(
      "TooManyRequests",
      `Each IP address is limited to ${maxRequests} requests in ${countedSeconds} seconds. Retry after ${countedSeconds} s.`,
      { retryAfterSeconds: countedSeconds },
    ),
    requestId,
  );

/** Returns the response to a request that resembles an attack, or comes from an IP address known for attacks. */
export const requestBlocked = (): ErrorResponse =>
  errorResponse(
    new NamedError(
      "RequestBlocked",
      "The web ACL of the service blocked this request or its IP address. Send the request from another network, or contact the operator.",
    ),
    requestId,
  );
