import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import type { Account } from "../../core/accounts/account.ts";
import { admitRequest, type RequestAdmissionDeps } from "../../core/accounts/admit-request.ts";
import type { Plan } from "../../core/accounts/plan.ts";
import { rateLimitHeaders } from "../../core/accounts/request-limit.ts";
import { preflightHeaders } from "../../core/api/cors.ts";
import { errorResponse, isServerError } from "../../core/api/error-response.ts";
import type { StoredResponse } from "../../core/api/idempotency.ts";
import { allowedMethods, routeNotFound } from "../../core/api/match-route.ts";
import { routeOf } from "../../core/api/routes.ts";
import { ttlQuery } from "../../core/api/schemas/common.ts";
import { validated } from "../../core/api/validation.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { fontTooLarge, maxFontBytes } from "../../core/fonts/font-size.ts";
import { fileTooLarge } from "../../core/videos/quota.ts";
import { type CreateFontDeps, createFont } from "./create-font.ts";
import { type CreateVideoDeps, createVideo } from "./create-video.ts";
import { ClientDisconnected, readFilePart } from "./file-part.ts";
import { type IngestResponse, sendResponse } from "./response.ts";
import { createUploadSlots } from "./upload-slots.ts";

export interface IngestServerDeps extends CreateVideoDeps, CreateFontDeps {
  admission: RequestAdmissionDeps;
}

export interface IngestServer {
  server: Server;
  /** Accepts no more requests, waits at most `graceMs` for those in progress, then aborts them. */
  stop(graceMs: number): Promise<void>;
}

/** A connection without traffic for this long is closed: its client has vanished. */
const idleTimeoutMilliseconds = 120_000;
/** Longer than the load balancer's idle timeout (lib/upload-service.ts), so that it never sends a request on a connection being closed. */
const keepAliveMilliseconds = 150_000;
/** Files that are received at the same time: each takes 24 MiB (adapters/s3/object-upload.ts), of the 2 GiB of lib/containers.ts. */
const defaultMaxUploads = 40;
/** The overhead of multipart/form-data around a file. */
const multipartOverheadBytes = 1024 ** 2;

interface IngestCall {
  request: IncomingMessage;
  url: URL;
  requestId: string;
  signal: AbortSignal;
  /** False while the client waits for `100 Continue` before it sends its body. */
  isBodyExpected: boolean;
  /** Receives a file, unless too many are being received. */
  receive: ReturnType<typeof createUploadSlots>;
  /** Sends `100 Continue` to a client that waits for it. */
  sendContinue: () => void;
  account: Account | null;
  /** The account's rate limits, sent with every response. */
  headers: Readonly<Record<string, string>>;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Authenticates the request, and rejects a body that is declared as larger than the accepted file. */
const admit = async (
  call: IngestCall,
  limit: (plan: Plan) => { maxBytes: number; tooLarge: () => NamedError },
  deps: IngestServerDeps,
): Promise<{ account: Account; plan: Plan }> => {
  const admitted = await admitRequest(
    call.request.headers,
    (caller, standing) => {
      call.account = caller;
      call.headers = rateLimitHeaders(standing);
    },
    deps.admission,
  );
  const declaredBytes = Number(header(call.request, "content-length") ?? 0);
  const { maxBytes, tooLarge } = limit(admitted.plan);
  if (declaredBytes > maxBytes + multipartOverheadBytes) throw tooLarge();
  return admitted;
};

const checkedResponse = (
  handler: "create-video" | "create-font",
  { status, body }: StoredResponse,
): IngestResponse => ({
  status,
  body: routeOf(handler).response.schema.parse(body),
});

const videoLimit = (plan: Plan) => ({ maxBytes: plan.maxVideoBytes, tooLarge: () => fileTooLarge(plan) });
const fontLimit = () => ({ maxBytes: maxFontBytes, tooLarge: fontTooLarge });

const postVideo = async (call: IngestCall, deps: IngestServerDeps): Promise<IngestResponse> => {
  const { request, url, signal } = call;
  const { account, plan: quota } = await admit(call, videoLimit, deps);
  const { ttl } = validated(ttlQuery, Object.fromEntries(url.searchParams), "query");
  const idempotencyKey = header(request, "idempotency-key");
  const result = await call.receive(() => {
    call.sendContinue();
    return readFilePart(request, (part) =>
      createVideo({ accountId: account.id, quota, ttl, idempotencyKey, part, signal }, deps),
    );
  });
  return checkedResponse("create-video", result);
};

const postFont = async (call: IngestCall, deps: IngestServerDeps): Promise<IngestResponse> => {
  const { request, signal } = call;
  const { account } = await admit(call, fontLimit, deps);
  const idempotencyKey = header(request, "idempotency-key");
  const result = await call.receive(() => {
    call.sendContinue();
    return readFilePart(request, (part) => createFont({ account, idempotencyKey, part, signal }, deps));
  });
  return checkedResponse("create-font", result);
};

/** Returns the response to preflights, unknown paths and other methods, the same as the API's functions return. */
const respondUnrouted = (method: string, path: string, requestId: string): IngestResponse => {
  const methods = allowedMethods(path);
  if (method === "OPTIONS" && methods.length > 0) {
    return { status: 204, headers: { ...preflightHeaders(methods), allow: methods.join(", ") } };
  }
  if (methods.length === 0) throw routeNotFound(path);
  const notAllowed = new NamedError("MethodNotAllowed", `${path} accepts ${methods.join(", ")}.`);
  return { ...errorResponse(notAllowed, requestId), headers: { allow: methods.join(", ") } };
};

const routeCall = async (call: IngestCall, deps: IngestServerDeps): Promise<IngestResponse> => {
  const method = call.request.method ?? "GET";
  const path = call.url.pathname;
  if (path === "/health") return { status: 200, body: { status: "ok" } };
  if (method === "POST" && path === "/videos") return postVideo(call, deps);
  if (method === "POST" && path === "/fonts") return postFont(call, deps);
  return respondUnrouted(method, path, call.requestId);
};

const logCall = (
  call: IngestCall,
  status: number | "client disconnected",
  startedAt: number,
  error: unknown,
): void => {
  const { request, url, requestId, account } = call;
  if (url.pathname === "/health") return;
  logLine("info", "request", {
    requestId,
    accountId: account?.id,
    route: `${request.method} ${url.pathname.slice(0, 200)}`,
    status,
    code: isNamedError(error) ? error.name : undefined,
    // The reason of a rejection: clients do not get the text of the tool. Other errors have a separate line.
    ...(isNamedError(error) && error.cause ? { cause: errorFields(error.cause) } : {}),
    milliseconds: Math.round(performance.now() - startedAt),
  });
};

const parseTarget = (target: string): URL => {
  const path = target.startsWith("/") ? `http://ingest${target}` : target;
  return URL.canParse(path) ? new URL(path) : new URL("http://ingest/");
};

const openCall = (
  request: IncomingMessage,
  response: ServerResponse,
  {
    requestId,
    signal,
    receive,
    expectsContinue,
  }: Pick<IngestCall, "requestId" | "signal" | "receive"> & { expectsContinue: boolean },
): IngestCall => {
  const call: IngestCall = {
    request,
    url: parseTarget(request.url ?? "/"),
    requestId,
    signal,
    receive,
    isBodyExpected: !expectsContinue,
    sendContinue() {
      if (!call.isBodyExpected) response.writeContinue();
      call.isBodyExpected = true;
    },
    account: null,
    headers: {},
  };
  return call;
};

/** Runs a call and logs it. Returns null when the client has disconnected and no response can be sent. */
const runCall = async (
  call: IngestCall,
  response: ServerResponse,
  deps: IngestServerDeps,
): Promise<IngestResponse | null> => {
  const startedAt = performance.now();
  try {
    const result = await routeCall(call, deps);
    logCall(call, result.status, startedAt, null);
    return result;
  } catch (error) {
    if (error instanceof ClientDisconnected || (response.destroyed && call.signal.aborted)) {
      logCall(call, "client disconnected", startedAt, null);
      return null;
    }
    const { requestId } = call;
    if (isServerError(error)) logLine("error", "unexpected error", { requestId, ...errorFields(error) });
    const result = errorResponse(error, requestId);
    logCall(call, result.status, startedAt, error);
    return result;
  }
};

/** The streaming upload service: POST /videos and POST /fonts, files of any size up to the limit, in constant memory. */
export const createIngestServer = (deps: IngestServerDeps, maxUploads = defaultMaxUploads): IngestServer => {
  const receive = createUploadSlots(maxUploads);
  const inProgress = new Map<AbortController, Promise<void>>();

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    abort: AbortController,
  ): Promise<void> => {
    request.on("error", () => {});
    response.on("error", () => {});
    response.once("close", () => {
      if (!response.writableFinished) abort.abort(new ClientDisconnected("the client disconnected"));
    });
    const call = openCall(request, response, {
      requestId: deps.newId(),
      signal: abort.signal,
      receive,
      expectsContinue,
    });
    const result = await runCall(call, response, deps);
    if (result === null) {
      response.destroy();
      return;
    }
    const content = { ...result, headers: { ...call.headers, ...result.headers } };
    await sendResponse(request, response, call.requestId, content, call.isBodyExpected);
  };

  const accept = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    const abort = new AbortController();
    const handled = handle(request, response, expectsContinue, abort)
      .catch((error: unknown) => {
        logLine("error", "unexpected error", errorFields(error));
        response.destroy();
      })
      .finally(() => inProgress.delete(abort));
    inProgress.set(abort, handled);
  };

  const server = createServer((request, response) => accept(request, response, false));
  server.on("checkContinue", (request, response) => accept(request, response, true));
  // An upload may take hours; only the idle timeout ends it.
  server.requestTimeout = 0;
  server.setTimeout(idleTimeoutMilliseconds);
  server.keepAliveTimeout = keepAliveMilliseconds;

  return {
    server,
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const abort of inProgress.keys()) abort.abort(new Error("the process is being stopped"));
        server.closeAllConnections();
      }, graceMs);
      await Promise.allSettled(inProgress.values());
      clearTimeout(timer);
      server.closeAllConnections();
      await closed;
    },
  };
};
