import * as z from "zod";
import type { ErrorName } from "../errors.ts";

/**
 * A group of resources that a route's function uses. The infrastructure derives the function's environment and its grants from it:
 * records (reads and writes items of the table) · lists (an index and pages of it) · queries (items of a partition) · deletion (of
 * items) · media (the bucket) · links (signs links to media) · uploads (signs the URLs of parts) · mediaDeletion (delete objects of
 * the bucket) · playback (whether playback files are made) · videoImport and tasks (start or continue those state machines) · brollLibraries
 * (which b-roll libraries are configured) · translation (which languages can be translated) · dub (which languages can be dubbed) · webhooks (wakes their delivery) ·
 * frames (has a frame of an output drawn) · unfinished (lists what has work to do, of all accounts) · executions (reads the histories
 * of executions).
 */
export type Capability =
  | "records"
  | "lists"
  | "queries"
  | "deletion"
  | "media"
  | "videoFiles"
  | "links"
  | "uploads"
  | "mediaDeletion"
  | "playback"
  | "videoImport"
  | "tasks"
  | "approval"
  | "brollLibraries"
  | "translation"
  | "dub"
  | "webhooks"
  | "frames"
  | "unfinished"
  | "executions";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * json: parsed and validated · multipart: streamed by the ingest process, part `file` · ignored: any body is accepted and not read ·
 * none: the method has no body.
 */
export type BodyKind = "json" | "multipart" | "ignored" | "none";

/** Schemas of the parts of a request. Header names are in lower case. */
export interface RequestSchemas {
  path: z.ZodObject;
  query: z.ZodObject;
  headers: z.ZodObject;
  body: z.ZodType;
}

/** The parts of a request that a route does not use. */
export const noInput = {
  path: z.object({}),
  query: z.object({}),
  headers: z.object({}),
  body: z.undefined(),
} as const satisfies RequestSchemas;

export interface DeclaredResponse {
  status: number;
  description: string;
  /** Schema of the JSON body; absent if the response has none. Fields that it does not declare are removed. */
  schema?: z.ZodType;
  /** Absent: application/json. */
  contentTypes?: readonly string[];
  /** A realistic body, shown in the documentation. */
  example?: unknown;
}

export interface RouteDeclaration {
  method: Method;
  /** Path template with `{name}` for parameters. */
  path: string;
  /**
   * function: its own Lambda function behind the gateway · ingest: the streaming process (containers/ingest) · operator: the one function
   * of the operator's routes, which are below `/operator/`, read only, and accept keys of the operator in place of those of accounts.
   */
  servedBy: "function" | "ingest" | "operator";
  /** Group in the documentation. */
  tag:
    | "Videos"
    | "Captioning tasks"
    | "Clip tasks"
    | "Fonts"
    | "Templates"
    | "Account"
    | "Operator"
    | "Documentation";
  summary: string;
  description?: string;
  /** Whether requests need an API key. */
  needsKey: boolean;
  bodyKind: BodyKind;
  request: RequestSchemas;
  /** A realistic request body, shown in the documentation. */
  requestExample?: unknown;
  response: DeclaredResponse;
  /** Other successful responses, such as that of a dry run. */
  alternatives?: readonly DeclaredResponse[];
  /** Errors other than those of every route (authentication, validation of input, internal errors). */
  errors: readonly ErrorName[];
  /** Accepts an Idempotency-Key header. */
  idempotent?: boolean;
  /** The task that it creates sends webhooks to `notification.recipient` of the body. */
  sendsNotifications?: boolean;
  uses: readonly Capability[];
  /** Folder of the repository that is packaged with the function's code under the same relative path. */
  assets?: string;
  /** True for static files, which clients reach by URLs in responses: the OpenAPI document does not list them. */
  isStatic?: boolean;
}

export interface Route extends RouteDeclaration {
  /** Name of the file in lambdas/api without `.ts`, and the operationId. For `ingest` and `operator` routes: the operationId only. */
  handler: string;
}

interface ResponseHead<Status> {
  status: Status;
  headers?: Readonly<Record<string, string>>;
}
type JsonBody<R> = R extends { schema: infer S extends z.ZodType } ? { body: z.input<S> } : never;
type FileBody<R> = R extends { contentTypes: readonly string[] }
  ? { text: string } | { bytes: Uint8Array }
  : never;
type Body<R> = [JsonBody<R> | FileBody<R>] extends [never] ? { body?: never } : JsonBody<R> | FileBody<R>;

/** What a handler returns for the declared response `R`; a union for a union. */
export type ResponseTo<R extends DeclaredResponse> = R extends unknown
  ? ResponseHead<R["status"]> & Body<R>
  : never;
