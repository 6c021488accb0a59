import { CapstackError } from "./capstack-error.ts";
import { type Operations, operations } from "./interface.ts";

export interface Connection {
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  /** Instead of the global one. */
  fetch?: typeof fetch;
}

export type OperationName = keyof Operations & keyof typeof operations;
export type Answer<Name extends OperationName> = Operations[Name]["answer"];
type Input<Name extends OperationName> = Omit<Operations[Name], "answer">;

export interface CallOptions {
  /** 1 to 255 characters: repeating a creating request with it is safe for 24 hours. */
  idempotencyKey?: string;
  signal?: AbortSignal;
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
    // A proxy in between may claim JSON: the status is then all that there is to say.
    return text;
  }
};

/** One operation of the interface. Throws CapstackError for every answer that is no success; `fetch`'s own errors pass. */
export const send = async <Name extends OperationName>(
  connection: Connection,
  name: Name,
  request: Request<Name>,
): Promise<Answer<Name>> => {
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
  return content as Answer<Name>;
};
