/** The upload service on a free port, with records and bucket in memory and the real probe, and raw requests to it. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { v7 } from "uuid";
import { inspectFont } from "../../../../adapters/fonts/font-inspector.ts";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { sha256 } from "../../../../adapters/node-secrets.ts";
import type { ObjectUpload } from "../../../../adapters/s3/object-upload.ts";
import { createIngestServer, type IngestServerDeps } from "../../../../containers/ingest/server.ts";
import { createKey } from "../../../../core/accounts/create-account.ts";
import { anAccount } from "../../../fakes/builders.ts";
import { admissionOn, createMemoryRecords } from "../../../fakes/records.ts";
import { createMemoryWorkflows } from "../../../fakes/workflows.ts";

export const media = (file: string): string => path.resolve(import.meta.dirname, "../../../media", file);

export interface MemoryStorage {
  objects: Map<string, Buffer>;
  /** Keys that are being written now. */
  open: Set<string>;
  mediaTypes: string[];
}

const createStorage = () => {
  const storage: MemoryStorage = { objects: new Map(), open: new Set(), mediaTypes: [] };
  const openUpload = (key: string, mediaType: string): ObjectUpload => {
    const chunks: Buffer[] = [];
    storage.open.add(key);
    storage.mediaTypes.push(mediaType);
    return {
      write: async (chunk) => void chunks.push(Buffer.from(chunk)),
      complete: async () => {
        storage.open.delete(key);
        const whole = Buffer.concat(chunks);
        storage.objects.set(key, whole);
        return whole.length;
      },
      abort: async () => void storage.open.delete(key),
    };
  };
  const deleteObject = async (key: string): Promise<void> => void storage.objects.delete(key);
  return { storage, openUpload, deleteObject };
};

export const startUploadService = async (overrides: Partial<IngestServerDeps> = {}, maxUploads?: number) => {
  const now = (): Date => new Date();
  const records = createMemoryRecords({ now });
  const workflows = createMemoryWorkflows();
  const { storage, openUpload, deleteObject } = createStorage();
  const admitted: string[] = [];
  const account = anAccount();
  await records.accounts.create(account);
  const secrets = {
    newId: v7,
    sha256,
    randomBytes: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
    now,
  };
  const { apiKey } = await createKey(account.id, { ...secrets, accounts: records.accounts });
  const deps: IngestServerDeps = {
    ...records,
    admission: admissionOn(records, now),
    workflows,
    openUpload,
    deleteObject,
    uploadFile: async (key, file) => void storage.objects.set(key, readFileSync(file)),
    inspectFont,
    probe: probeMedia,
    admitTasks: async (accountId) => void admitted.push(accountId),
    newId: v7,
    sha256,
    now,
    wait: (milliseconds) => delay(milliseconds),
    ...overrides,
  };
  const service = createIngestServer(deps, maxUploads);
  service.server.listen(0, "127.0.0.1");
  await once(service.server, "listening");
  const { port } = service.server.address() as AddressInfo;
  return { ...service, port, apiKey, account, records, workflows, storage, admitted };
};
export type UploadService = Awaited<ReturnType<typeof startUploadService>>;

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  body: any;
}

export const boundary = "----capstack-test";

/** One part as a client writes it; `headers` follow the name in Content-Disposition. */
export const part = (disposition: string, content: Buffer | string, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      [`--${boundary}`, `Content-Disposition: form-data; ${disposition}`, ...headers, "", ""].join("\r\n"),
    ),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
export const closingBoundary = Buffer.from(`--${boundary}--\r\n`);

/** Sends chunks unchanged; with chunked encoding unless a length is given. */
export const post = (
  { port, apiKey }: Pick<UploadService, "port" | "apiKey">,
  chunks: readonly Buffer[],
  {
    target = "/videos",
    headers = {},
    method = "POST",
  }: {
    target?: string;
    headers?: Record<string, string>;
    method?: string;
  } = {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port,
      path: target,
      method,
      agent: false,
      headers: {
        "x-api-key": apiKey,
        "content-type": `multipart/form-data; boundary=${boundary}`,
        ...headers,
      },
    });
    request.on("error", reject);
    request.on("response", async (response) => {
      const text = (await response.toArray()).join("");
      const { statusCode: status = 0, headers: received } = response;
      resolve({ status, headers: received, body: text === "" ? null : JSON.parse(text) });
    });
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
