import type { CutList } from "../../core/cuts/cut-list.ts";
import type { MediaBucket, UploadedPart } from "../../core/storage/media-bucket.ts";
import type { MediaLinks } from "../../core/storage/media-links.ts";
import type { Reference } from "../../core/transcript/correction/reference-tokens.ts";
import type { Recognition } from "../../core/transcript/recognition.ts";
import type { TranscriptStore } from "../../core/transcript/transcript-store.ts";
import type { Transcript } from "../../core/transcript/word-entry.ts";
import { createdAt } from "./builders.ts";

export interface MemoryBucket extends MediaBucket {
  objects: Map<string, Uint8Array>;
  /** Stores a part like a client's PUT to its URL. */
  putPart(uploadId: string, partNumber: number, bytes: Uint8Array): void;
}

/** When the part URLs of the memory bucket stop working. */
export const partsExpireAt = "2026-03-01T12:30:00.000Z";

/** Links that contain what was signed. */
export const memoryLinks: MediaLinks = {
  signDownload: async (key, expiresAt, filename) =>
    `https://media.test/${key}?expires=${expiresAt}&filename=${encodeURIComponent(filename)}`,
};

export const createMemoryBucket = (uploadedAt = createdAt): MemoryBucket => {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const uploadKeys = new Map<string, string>();
  const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return {
    objects,
    putPart: (uploadId, partNumber, bytes) => {
      uploads.get(uploadId)?.set(partNumber, bytes);
    },
    createMultipartUpload: async (key) => {
      const uploadId = crypto.randomUUID();
      uploadKeys.set(uploadId, key);
      uploads.set(uploadId, new Map());
      return uploadId;
    },
    signPart: async (key, uploadId, partNumber, contentLength) => ({
      url: `https://media.test/${key}?uploadId=${uploadId}&partNumber=${partNumber}&contentLength=${contentLength}`,
      expiresAt: partsExpireAt,
    }),
    listParts: async (_key, uploadId) => {
      const parts = uploads.get(uploadId);
      if (parts === undefined) return null;
      const listed = [...parts].map(
        ([partNumber, bytes]): UploadedPart => ({
          partNumber,
          etag: `"${partNumber}-${bytes.length}"`,
          sizeBytes: bytes.length,
          uploadedAt,
        }),
      );
      return listed.sort((a, b) => a.partNumber - b.partNumber);
    },
    completeMultipartUpload: async (key, uploadId, parts) => {
      const sent = uploads.get(uploadId);
      objects.set(key, Buffer.concat(parts.map((part) => sent?.get(part.partNumber) ?? new Uint8Array())));
      uploads.delete(uploadId);
    },
    abortMultipartUpload: async (_key, uploadId) => {
      uploads.delete(uploadId);
    },
    putJson: async (key, value) => {
      objects.set(key, encode(value));
    },
    putNewJson: async (key, value) => {
      if (objects.has(key)) return false;
      objects.set(key, encode(value));
      return true;
    },
    getJson: async (key) => JSON.parse(new TextDecoder().decode(objects.get(key))),
    head: async (key) => objects.get(key)?.length ?? null,
    delete: async (key) => {
      objects.delete(key);
    },
    deleteAll: async (prefix) => {
      for (const key of [...objects.keys()]) if (key.startsWith(prefix)) objects.delete(key);
      for (const [uploadId, key] of uploadKeys) if (key.startsWith(prefix)) uploads.delete(uploadId);
    },
    readStart: async (key, length) => (objects.get(key) ?? new Uint8Array()).slice(0, length),
  };
};

export const createMemoryTranscripts = (): TranscriptStore & { recognitions: Map<string, Recognition> } => {
  const revisions = new Map<string, Transcript>();
  const supplied = new Map<string, Transcript>();
  const references = new Map<string, Reference>();
  const cuts = new Map<string, CutList>();
  const clips = new Map<string, Transcript>();
  const recognitions = new Map<string, Recognition>();
  const found = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("There is no such object");
    return structuredClone(value);
  };
  return {
    recognitions,
    read: async (taskId, revision) => found(revisions.get(`${taskId} ${revision}`)),
    write: async (taskId, revision, transcript) => {
      revisions.set(`${taskId} ${revision}`, structuredClone(transcript));
    },
    writeNew: async (taskId, revision, transcript) => {
      if (revisions.has(`${taskId} ${revision}`)) return false;
      revisions.set(`${taskId} ${revision}`, structuredClone(transcript));
      return true;
    },
    readSupplied: async (taskId) => found(supplied.get(taskId)),
    writeSupplied: async (taskId, transcript) => {
      supplied.set(taskId, structuredClone(transcript));
    },
    readReference: async (taskId) => found(references.get(taskId)),
    writeReference: async (taskId, reference) => {
      references.set(taskId, structuredClone(reference));
    },
    readCuts: async (taskId) => found(cuts.get(taskId)),
    writeCuts: async (taskId, list) => {
      cuts.set(taskId, structuredClone(list));
    },
    readClip: async (taskId, index) => found(clips.get(`${taskId} ${index}`)),
    writeClip: async (taskId, index, transcript) => {
      clips.set(`${taskId} ${index}`, structuredClone(transcript));
    },
    readRecognition: async (taskId) => found(recognitions.get(taskId)),
  };
};
