import { gunzipSync } from "node:zlib";
import { jest } from "@jest/globals";
import type { Context } from "aws-lambda";
import { v7 } from "uuid";
import { sha256 } from "../../../../adapters/node-secrets.ts";
import { createKey } from "../../../../core/accounts/create-account.ts";
import { standardPlan } from "../../../../core/accounts/plan.ts";
import { type RouteName, routeOf } from "../../../../core/api/routes.ts";
import { dubSupportOf } from "../../../../core/dub/dub-support.ts";
import { captioningTaskStatusChanged } from "../../../../core/events/status-event.ts";
import { templates } from "../../../../core/templates/catalog.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { admitTasks } from "../../../../core/workflows/maintenance/admit-tasks.ts";
import type { ApiEvent, ApiResponse, ApiResult, RequestOf } from "../../../../lambdas/shared/api-request.ts";
import { apiHandler } from "../../../../lambdas/shared/api-stack.ts";
import { anAccount, aVideo, createdAt } from "../../../fakes/builders.ts";
import { createMemoryBucket, createMemoryTranscripts, memoryLinks } from "../../../fakes/media.ts";
import { admissionOn, createMemoryRecords, operatorAdmissionOn } from "../../../fakes/records.ts";
import { cloudOffer } from "../../../fakes/translation.ts";
import { createMemoryWakeUps, outboxRows } from "../../../fakes/webhooks.ts";
import { createMemoryWorkflows } from "../../../fakes/workflows.ts";

const environment = {
  PUBLIC_URL: "https://captions.test",
  LINK_KEYS: "K1=/Capstack/link-keys/1",
  UPLOAD_ROLE_ARN: "upload-role",
  TABLE_NAME: "table",
  PEXELS_KEY_PARAMETER: "",
  BUCKET_NAME: "bucket",
  VIDEO_IMPORT_MACHINE_ARN: "arn:import",
  CAPTIONING_MACHINE_ARN: "arn:captioning",
  CLIP_MACHINE_ARN: "arn:clip",
  TRANSLATOR: "auto",
  TRANSLATION_MODEL: "",
  DUBBER: "none",
  PLAYBACK_FILES: "true",
  WEBHOOK_QUEUE_URL: "https://queue.test",
};

export interface Call {
  method?: string;
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
  rawBody?: string;
  headers?: Record<string, string>;
  key?: string | null;
}

export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  body: any;
  headers: Record<string, string>;
}

/** Returns an HTTP API event (payload 2.0) like the gateway's. */
export const anEvent = ({
  method = "GET",
  path = {},
  query = "",
  body,
  rawBody,
  headers = {},
}: Call): ApiEvent =>
  ({
    version: "2.0",
    routeKey: "",
    rawPath: "/",
    rawQueryString: query,
    headers: { "content-type": "application/json", ...headers },
    requestContext: {
      requestId: "request-1",
      domainName: "gateway.test",
      http: { method, path: "/", protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
    },
    pathParameters: path,
    ...(rawBody === undefined && body === undefined ? {} : { body: rawBody ?? JSON.stringify(body) }),
    isBase64Encoded: false,
  }) as unknown as ApiEvent;

export const toAnswer = (result: ApiResult): TestResponse => {
  const headers = (result.headers ?? {}) as Record<string, string>;
  const isJson = headers["content-type"]?.includes("json") ?? false;
  const packed = headers["content-encoding"] === "gzip";
  const text = packed ? gunzipSync(Buffer.from(result.body ?? "", "base64")).toString() : result.body;
  const body = isJson && text !== undefined ? JSON.parse(text) : text;
  return { status: result.statusCode ?? 0, body, headers };
};

/** The whole API on fakes: every route's real stack and inner function, with one account and its key. */
export const createApi = async () => {
  const now = (): Date => new Date(createdAt);
  const records = createMemoryRecords({ now });
  // The clock does not advance, so buckets are never refilled: large enough for thousands of random requests.
  await records.plans.put({ ...standardPlan, burst: 100_000 });
  const account = anAccount({ id: "account", balanceMicroUsd: 10_000_000 });
  await records.accounts.create(account);
  const secrets = {
    newId: v7,
    now,
    sha256,
    randomBytes: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
  };
  const { apiKey, keyId } = await createKey(account.id, { ...secrets, ...records });
  const workflows = createMemoryWorkflows();
  const deps = {
    ...secrets,
    ...records,
    admission: admissionOn(records, now),
    operatorAdmission: operatorAdmissionOn(records, now),
    workflows,
    wakeUps: createMemoryWakeUps(),
    bucket: createMemoryBucket(),
    links: memoryLinks,
    makesPlaybackFiles: true,
    transcripts: createMemoryTranscripts(),
    templates,
    translation: cloudOffer,
    dub: dubSupportOf("none"),
    onSendFailure: (_error: unknown): void => {},
    egress: "strict" as "strict" | "loopback",
    wait: async () => {},
    outbox: {
      listEvents: async (pk: string) =>
        outboxRows(records.events, pk.slice("TASK#".length), captioningTaskStatusChanged),
    },
    executionSteps: {
      list: async () => [{ name: "Prepare", enteredAt: createdAt, seconds: 1, errors: ["NoSpeech"] }],
    },
    hasBrollLibrary: async () => false,
    admitTasks: (accountId: string, videoId?: string): Promise<void> =>
      admitTasks(accountId, { ...records, workflows, now }, videoId),
  };

  /** Sends one request through a route's stack. */
  const send = async <N extends RouteName, D>(
    name: N,
    run: (request: RequestOf<N>, deps: D) => Promise<ApiResponse> | ApiResponse,
    call: Call = {},
  ): Promise<TestResponse> => {
    // The types of the stack tie a route to its function; here any route may have any function.
    const handler = apiHandler(routeOf(name) as never, () => deps as never, run as never, environment);
    const key = call.key === undefined ? apiKey : call.key;
    const headers = { ...(key === null ? {} : { "x-api-key": key }), ...call.headers };
    const result = await handler(anEvent({ ...call, headers }), {} as Context);
    return toAnswer(result as ApiResult);
  };

  return {
    ...deps,
    account,
    apiKey,
    keyId,
    templateId: templates[0]?.id ?? "",
    allowLoopback: () => {
      deps.egress = "loopback";
    },
    send,
  };
};

export type Api = Awaited<ReturnType<typeof createApi>>;

/** The API with an uploaded video of its account, and a log that is not printed. */
export const createApiWithVideo = async (): Promise<{ api: Api; video: Video }> => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const api = await createApi();
  const video = aVideo();
  await api.videos.create(video);
  return { api, video };
};
