import { CapstackError } from "./capstack-error.ts";
import { type Operations, operations } from "./interface.ts";

export interface Connection {
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

export type OperationName = keyof Operations & keyof typeof operations;
export type ResponseOf<Name extends OperationName> = Operations[Name]["response"];
type Input<Name extends OperationName> = Omit<Operations[Name], "response">;

export interface CallOptions {
  /** 1 to 255 characters. A request that creates can be repeated with it for 24 hours. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}
export type Request<Name extends OperationName> = Input<Name> & CallOptions;

interface AnyRequest extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const urlOf = (baseUrl: string, template: string, { path = {}, query = {} }: AnyRequest): string => {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${baseUrl}${filled}${search === "" ? "" : `?${search}`}`;
};

const contentOf = async (response: Response): Promise<unknown> => {
  const type = response.headers.get("content-type") ?? "";
  if (/^(video|image)\//.test(type)) return response.blob();
  const text = await response.text();
  if (text === "") return null;
  if (!/^application\/json/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may claim JSON for another body: then the status is the only information.
    return text;
  }
};

/** Calls one operation. Throws CapstackError for every response outside 2xx, and the errors of `fetch`. */
export const send = async <Name extends OperationName>(
  connection: Connection,
  name: Name,
  request: Request<Name>,
): Promise<ResponseOf<Name>> => {
  const { method, path } = operations[name];
  const given = request as AnyRequest;
  const isForm = given.body instanceof FormData;
  const headers = {
    "x-api-key": connection.apiKey,
    ...(given.body === undefined || isForm ? {} : { "content-type": "application/json" }),
    ...(given.idempotencyKey === undefined ? {} : { "idempotency-key": given.idempotencyKey }),
  };
  const response = await (connection.fetch ?? fetch)(urlOf(connection.baseUrl, path, given), {
    method,
    headers,
    ...(given.body === undefined
      ? {}
      : { body: isForm ? (given.body as FormData) : JSON.stringify(given.body) }),
    ...(given.signal === undefined ? {} : { signal: given.signal }),
  });
  const content = await contentOf(response);
  if (!response.ok) throw new CapstackError(response.status, response.headers, content);
  return content as ResponseOf<Name>;
};
