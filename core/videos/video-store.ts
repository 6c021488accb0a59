import type { Video } from "./video.ts";

export interface Page<T> {
  items: T[];
  totalCount: number;
}

/**
 * Videos, strongly consistent. Each write that changes the status carries its event in the same transaction
 * (core/events/status-event.ts).
 */
export interface VideoStore {
  /** Throws WriteConflict when the id is taken. */
  create(video: Video): Promise<void>;
  /** Null for unknown and for expired ones. */
  get(videoId: string): Promise<Video | null>;
  /** Newest first; `page` counts from 1. */
  list(accountId: string, page: number, limit: number): Promise<Page<Video>>;
  /**
   * Replaces the record if its status, sequence and attempt still are those of `from`, else throws WriteConflict.
   * A changed status must be a legal transition and adds 1 to `sequence`. Leaves `expiresAt` alone.
   */
  update(from: Video, to: Video): Promise<void>;
  /** Moves the expiry to `expiresAt` (ISO 8601) if that is later than what is stored. */
  extendExpiry(videoId: string, expiresAt: string): Promise<void>;
  /**
   * Removes the record and leaves a Deletion (deletion.ts) for the cleaning up, in one transaction. Throws WriteConflict
   * when the record has changed or gone since it was read.
   */
  delete(video: Video, deletedAt: Date): Promise<void>;
  /** Ended videos that have expired, the longest expired first. */
  listExpired(limit: number): Promise<Video[]>;
  /** Videos in todo or inProgress, oldest first: the reconciler's list. */
  listUnfinished(limit: number): Promise<Video[]>;
}
