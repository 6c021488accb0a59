import type { z } from "zod";
import type { ErrorName } from "../errors.ts";

/**
 * What a route's function works with. The infrastructure derives the function's environment and its grants from it:
 * records (the table, read and write) · media (the bucket) · mediaDeletion (to remove objects of it) · videoImport and tasks (start or continue those machines) · brollLibraries
 * (to know which sources of clips are set up) · translation (what is translated; the engines themselves are the steps' own).
 */
export type Capability =
  | "records"
  | "media"
  | "mediaDeletion"
  | "videoImport"
  | "tasks"
  | "brollLibraries"
  | "translation";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * json: parsed and validated · multipart: streamed by the ingest process, part `file` · ignored: whatever comes is
 * accepted and not looked at · none: the method has no body.
 */
export type BodyKind = "json" | "multipart" | "ignored" | "none";

export interface RouteRequest {
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  headers?: z.ZodObject;
}

export interface RouteResponse {
  status: number;
  description: string;
  /** Absent: no content. What the schema does not declare never leaves the service. */
  schema?: z.ZodType;
  /** JSON unless said otherwise. */
  contentTypes?: readonly string[];
  /** A realistic answer, shown in the documentation and checked against the schema by a test. */
  example?: unknown;
}

export interface Route {
  method: Method;
  /** Path template, `{name}` for parameters. */
  path: string;
  /** Name of the file under lambdas/api without `.ts`; also the operationId. For `ingest` routes: the operationId only. */
  handler: string;
  /** function: a Lambda function behind the gateway · ingest: the streaming process (containers/ingest). */
  servedBy: "function" | "ingest";
  /** Group in the documentation. */
  tag: "Videos" | "Captioning tasks" | "Clip tasks" | "Fonts" | "Templates" | "Account" | "Documentation";
  summary: string;
  description?: string;
  /** False: answered without an API key. */
  needsKey: boolean;
  bodyKind: BodyKind;
  request: RouteRequest;
  /** A realistic body, shown in the documentation and checked against the schema by a test. */
  requestExample?: unknown;
  response: RouteResponse;
  /** Other successful answers (dry run, repeated completion). */
  alternatives?: readonly RouteResponse[];
  /** Beyond those that every route has (authentication, validation when it has input, internal errors). */
  errors: readonly ErrorName[];
  /** Accepts an Idempotency-Key header. */
  idempotent?: boolean;
  uses: readonly Capability[];
  /** Folder of the repository that is shipped beside the function's code under the same relative path. */
  assets?: string;
}
