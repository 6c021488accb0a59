import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import type { Account } from "../../core/accounts/account.ts";
import { admitRequest, type RequestAdmissionDeps } from "../../core/accounts/admit-request.ts";
import type { Plan } from "../../core/accounts/plan.ts";
import { rateLimitHeaders } from "../../core/accounts/request-limit.ts";
import { preflightHeaders } from "../../core/api/cors.ts";
import { isServerError } from "../../core/api/error-response.ts";
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
import { ClientGone, readFilePart } from "./file-part.ts";
import { type IngestResponse, sendResponse, toErrorResponse } from "./response.ts";

export interface IngestServerDeps extends CreateVideoDeps, CreateFontDeps {
  admission: RequestAdmissionDeps;
}

export interface IngestServer {
  server: Server;
  /** Takes no more requests, lets those under way finish for at most `graceMs`, then breaks them off. */
  stop(graceMs: number): Promise<void>;
}

/** A connection on which nothing moves for so long is given up: the client is gone without a word. */
const silenceMilliseconds = 120_000;
/** Longer than the load balancer keeps idle connections, so that it never sends into one being closed. */
const keepAliveMilliseconds = 75_000;
/** What multipart adds to a file. */
const multipartOverheadBytes = 1024 ** 2;

interface IngestCall {
  request: IncomingMessage;
  url: URL;
  requestId: string;
  signal: AbortSignal;
  /** Tells a client that waits for it (`Expect: 100-continue`) to send its body. */
  goAhead: () => void;
  account: Account | null;
  /** Where the account stands; sent with every answer. */
  headers: Readonly<Record<string, string>>;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Whose request it is, and that its body is not announced as larger than the file that is taken. */
const admit = async (
  call: IngestCall,
  file: (plan: Plan) => { maxBytes: number; refusal: () => NamedError },
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
  const announced = Number(header(call.request, "content-length") ?? 0);
  const { maxBytes, refusal } = file(admitted.plan);
  if (announced > maxBytes + multipartOverheadBytes) throw refusal();
  return admitted;
};

const declared = (
  handler: "create-video" | "create-font",
  { status, body }: StoredResponse,
): IngestResponse => ({
  status,
  body: routeOf(handler).response.schema.parse(body),
});

const videoFile = (plan: Plan) => ({ maxBytes: plan.maxVideoBytes, refusal: () => fileTooLarge(plan) });
const fontFile = () => ({ maxBytes: maxFontBytes, refusal: fontTooLarge });

const postVideo = async (call: IngestCall, deps: IngestServerDeps): Promise<IngestResponse> => {
  const { request, url, signal } = call;
  const { account, plan: quota } = await admit(call, videoFile, deps);
  const { ttl } = validated(ttlQuery, Object.fromEntries(url.searchParams), "query");
  call.goAhead();
  const idempotencyKey = header(request, "idempotency-key");
  const answer = await readFilePart(request, (part) =>
    createVideo({ accountId: account.id, quota, ttl, idempotencyKey, part, signal }, deps),
  );
  return declared("create-video", answer);
};

const postFont = async (call: IngestCall, deps: IngestServerDeps): Promise<IngestResponse> => {
  const { request, signal } = call;
  const { account } = await admit(call, fontFile, deps);
  call.goAhead();
  const idempotencyKey = header(request, "idempotency-key");
  const answer = await readFilePart(request, (part) =>
    createFont({ account, idempotencyKey, part, signal }, deps),
  );
  return declared("create-font", answer);
};

/** Preflights, unknown paths and other methods, answered as by the API's functions. */
const answerUnrouted = (method: string, path: string, requestId: string): IngestResponse => {
  const methods = allowedMethods(path);
  if (method === "OPTIONS" && methods.length > 0) {
    return { status: 204, headers: { ...preflightHeaders(methods), allow: methods.join(", ") } };
  }
  if (methods.length === 0) throw routeNotFound(path);
  const refusal = new NamedError("MethodNotAllowed", `${path} answers ${methods.join(", ")}.`);
  return { ...toErrorResponse(refusal, requestId), headers: { allow: methods.join(", ") } };
};

const answerCall = async (call: IngestCall, deps: IngestServerDeps): Promise<IngestResponse> => {
  const method = call.request.method ?? "GET";
  const path = call.url.pathname;
  if (path === "/health") return { status: 200, body: { status: "ok" } };
  if (method === "POST" && path === "/videos") return postVideo(call, deps);
  if (method === "POST" && path === "/fonts") return postFont(call, deps);
  return answerUnrouted(method, path, call.requestId);
};

const logCall = (
  call: IngestCall,
  status: number | "client gone",
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
    milliseconds: Math.round(performance.now() - startedAt),
  });
};

const parseTarget = (target: string): URL => {
  const path = target.startsWith("/") ? `http://ingest${target}` : target;
  return URL.canParse(path) ? new URL(path) : new URL("http://ingest/");
};

/** The streaming upload service: POST /videos and POST /fonts, files of any size up to the limit, in constant memory. */
export const createIngestServer = (deps: IngestServerDeps): IngestServer => {
  const underway = new Map<AbortController, Promise<void>>();

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    isWaiting: boolean,
    abort: AbortController,
  ): Promise<void> => {
    const startedAt = performance.now();
    let isBodyAwaited = !isWaiting;
    const goAhead = (): void => {
      if (!isBodyAwaited) response.writeContinue();
      isBodyAwaited = true;
    };
    const url = parseTarget(request.url ?? "/");
    const call: IngestCall = {
      request,
      url,
      requestId: deps.newId(),
      signal: abort.signal,
      goAhead,
      account: null,
      headers: {},
    };
    request.on("error", () => {});
    response.on("error", () => {});
    response.once("close", () => {
      if (!response.writableFinished) abort.abort(new ClientGone("the client broke off"));
    });
    let answer: IngestResponse;
    let failure: unknown = null;
    try {
      answer = await answerCall(call, deps);
    } catch (error) {
      failure = error;
      if (error instanceof ClientGone || (response.destroyed && abort.signal.aborted)) {
        logCall(call, "client gone", startedAt, null);
        response.destroy();
        return;
      }
      const { requestId } = call;
      if (isServerError(error)) logLine("error", "fault", { requestId, ...errorFields(error) });
      answer = toErrorResponse(error, requestId);
    }
    logCall(call, answer.status, startedAt, failure);
    const whole = { ...answer, headers: { ...call.headers, ...answer.headers } };
    await sendResponse(request, response, call.requestId, whole, isBodyAwaited);
  };

  const accept = (request: IncomingMessage, response: ServerResponse, isWaiting: boolean): void => {
    const abort = new AbortController();
    const handled = handle(request, response, isWaiting, abort)
      .catch((error: unknown) => {
        logLine("error", "fault", errorFields(error));
        response.destroy();
      })
      .finally(() => underway.delete(abort));
    underway.set(abort, handled);
  };

  const server = createServer((request, response) => accept(request, response, false));
  server.on("checkContinue", (request, response) => accept(request, response, true));
  // An upload may take hours; only silence ends it.
  server.requestTimeout = 0;
  server.setTimeout(silenceMilliseconds);
  server.keepAliveTimeout = keepAliveMilliseconds;

  return {
    server,
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const abort of underway.keys()) abort.abort(new Error("the process is being stopped"));
        server.closeAllConnections();
      }, graceMs);
      await Promise.allSettled(underway.values());
      clearTimeout(timer);
      server.closeAllConnections();
      await closed;
    },
  };
};
