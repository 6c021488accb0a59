import { parseJsonBody } from "../../core/api/json-body.ts";
import { validated } from "../../core/api/validation.ts";
import type { ApiEvent } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

const bodyBytes = (event: ApiEvent): Uint8Array =>
  Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");

/** Path, query and body in the forms of the route's schemas. */
export const readRequest: StackMiddleware = {
  before: ({ event }) => {
    const { route, apiRequest, env } = stateOf(event);
    const { path, query, body } = route.request;
    apiRequest.headers = event.headers;
    apiRequest.publicUrl =
      env.CAPSTACK_PUBLIC_URL?.replace(/\/$/, "") ?? `https://${event.requestContext.domainName}`;
    if (path) apiRequest.path = validated(path, event.pathParameters ?? {}) as never;
    if (query) {
      const given = Object.fromEntries(new URLSearchParams(event.rawQueryString));
      apiRequest.query = validated(query, given, "query") as never;
    }
    if (route.bodyKind === "json" && body) {
      const json = parseJsonBody(bodyBytes(event), event.headers["content-type"]);
      apiRequest.body = validated(body, json) as never;
    }
  },
};
