import * as z from "zod";

/**
 * A record of a deleted or expired video until everything of it has been removed. Created in the transaction that deletes the
 * video's record, so that readers no longer see the video.
 */
export const deletionSchema = z.object({
  videoId: z.string(),
  accountId: z.string(),
  /** Number of executions of the import machine that were started. */
  attempt: z.number().int().nonnegative(),
  /** ISO 8601. */
  deletedAt: z.string(),
  /** When the reconciler handles it next, ISO 8601. */
  dueAt: z.string(),
});
export type Deletion = z.infer<typeof deletionSchema>;

export interface Deletions {
  /** Returns deletions due before `before`, earliest first. */
  list(before: Date, limit: number): Promise<Deletion[]>;
  postpone(deletion: Deletion, dueAt: Date): Promise<void>;
  /** Deletes the record after everything has been removed. Idempotent. */
  complete(deletion: Deletion): Promise<void>;
}
