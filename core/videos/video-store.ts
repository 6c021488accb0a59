import type { Part } from "../storage/part.ts";
import type { Video } from "./video.ts";

export interface Page<T> {
  items: T[];
  totalCount: number;
}

/**
 * Videos, strongly consistent. Each write that changes the status includes its event in the same transaction
 * (core/events/status-event.ts).
 */
export interface VideoStore {
  /** Throws WriteConflict when the ID exists. */
  create(video: Video): Promise<void>;
  /** Returns null for unknown and expired videos. */
  get(videoId: string): Promise<Video | null>;
  /** Returns a page, newest first; `page` counts from 1. */
  list(accountId: string, page: number, limit: number): Promise<Page<Video>>;
  /**
   * Replaces the record if its status, sequence and attempt equal those of `from`, else throws WriteConflict. A changed
   * status must be a legal transition and increments `sequence`. Does not change `expiresAt`.
   */
  update(from: Video, to: Video): Promise<void>;
  /** Extends the expiry to `expiresAt` (ISO 8601) if that is later. */
  extendExpiry(videoId: string, expiresAt: string): Promise<void>;
  /**
   * Deletes the record and creates a Deletion (deletion.ts) for the clean-up, in one transaction. Throws WriteConflict when
   * the record was modified or deleted since it was read.
   */
  delete(video: Video, deletedAt: Date): Promise<void>;
  /** Returns expired videos that have ended, earliest expiry first. */
  listExpired(limit: number): Promise<Video[]>;
  /** Returns a part of the videos that are not uploaded or aborted, beginning at `cursor` (null: at the beginning). */
  listUnfinished(limit: number, cursor: string | null): Promise<Part<Video>>;
}
