import type { Route } from "../../core/api/route.ts";
import type { ApiResponse, ApiResult } from "./api-request.ts";

/** Returns the response for the gateway. A JSON body passes the schema of its status, which removes undeclared fields. */
export const serialize = (route: Route, response: ApiResponse): ApiResult => {
  const { status: statusCode, headers = {}, body, text, bytes } = response;
  if (bytes !== undefined) {
    return {
      statusCode,
      headers: { ...headers },
      body: Buffer.from(bytes).toString("base64"),
      isBase64Encoded: true,
    };
  }
  if (text !== undefined) return { statusCode, headers: { ...headers }, body: text };
  const declared = [route.response, ...(route.alternatives ?? [])].find(
    ({ status }) => status === statusCode,
  );
  if (declared === undefined)
    throw new Error(`${route.handler} returned ${statusCode}, which it does not declare`);
  if (declared.schema === undefined) return { statusCode, headers: { ...headers } };
  return {
    statusCode,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(declared.schema.parse(body)),
  };
};
