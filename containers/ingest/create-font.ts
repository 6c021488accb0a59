import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import type { Account } from "../../core/accounts/account.ts";
import type { PlanStore } from "../../core/accounts/plan.ts";
import { type IdempotencyDeps, runIdempotently, type StoredResponse } from "../../core/api/idempotency.ts";
import { recordFont } from "../../core/fonts/create-font.ts";
import type { FontStore } from "../../core/fonts/font.ts";
import type { FontFace } from "../../core/fonts/font-face.ts";
import { fontTooLarge, maxFontBytes } from "../../core/fonts/font-size.ts";
import { fontFileKey } from "../../core/storage/keys.ts";
import type { FilePart } from "./file-part.ts";

export interface CreateFontDeps extends IdempotencyDeps {
  fonts: Pick<FontStore, "create" | "get" | "count">;
  plans: Pick<PlanStore, "get">;
  /** Throws NamedError InvalidFont. */
  inspectFont: (path: string, signal: AbortSignal) => Promise<FontFace>;
  uploadFile: (key: string, path: string, contentType: string, signal: AbortSignal) => Promise<void>;
  deleteObject: (key: string) => Promise<void>;
  sha256: (text: string) => string;
}

export interface CreateFontRequest {
  account: Account;
  idempotencyKey: string | undefined;
  part: FilePart;
  /** Aborted when the client disconnects or the process stops. */
  signal: AbortSignal;
}

interface ReceivedFont {
  path: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Writes the part to disk. Throws NamedError PayloadTooLarge as soon as it exceeds the limit. */
const receive = async ({ stream }: FilePart, path: string, signal: AbortSignal): Promise<ReceivedFont> => {
  // Destroying the part would make the body's parser fail, whose error would hide this one.
  const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
  const file = await open(path, "w", 0o600);
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      sizeBytes += chunk.length;
      if (sizeBytes > maxFontBytes) throw fontTooLarge();
      hash.update(chunk);
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { path, sizeBytes, sha256: hash.digest("hex") };
};

/**
 * POST /fonts: receives the file, inspects it in an isolated process, then stores and records it. A rejected font leaves
 * neither an object nor a record. Returns 201 with the font. Throws NamedError InvalidFont, FontLimitExceeded, PayloadTooLarge,
 * IdempotencyConflict.
 */
export const createFont = (request: CreateFontRequest, deps: CreateFontDeps): Promise<StoredResponse> =>
  withScratchFolder("font", async (folder) => {
    const { part, signal, account, idempotencyKey: key } = request;
    const received = await receive(part, join(folder, "font"), signal);
    await part.rest;
    const fingerprint = deps.sha256(JSON.stringify(["create-font", part.filename, received.sha256]));
    return await runIdempotently(
      { accountId: account.id, key, fingerprint },
      (fontId) => store(fontId, received, request, deps),
      deps,
    );
  });

const store = async (
  fontId: string,
  { path, sizeBytes }: ReceivedFont,
  { account, part, signal }: CreateFontRequest,
  deps: CreateFontDeps,
): Promise<StoredResponse> => {
  const face = await deps.inspectFont(path, signal);
  const key = fontFileKey(fontId);
  await deps.uploadFile(key, path, `font/${face.format}`, signal);
  try {
    const font = await recordFont({ fontId, account, filename: part.filename, sizeBytes, face }, deps);
    return { status: 201, body: font };
  } catch (error) {
    if ((await deps.fonts.get(account.id, fontId)) === null) await deps.deleteObject(key);
    throw error;
  }
};
