import { z } from "zod";

/**
 * What is left of a deleted or expired video until everything of it has been removed. The record itself goes in the
 * same transaction in which this comes, so that readers see nothing of the video from then on.
 */
export const deletionSchema = z.object({
  videoId: z.string(),
  accountId: z.string(),
  /** Executions of the import machine that had been started. */
  attempt: z.number().int().nonnegative(),
  /** ISO 8601. */
  deletedAt: z.string(),
  /** Not looked at by the reconciler before then, ISO 8601. */
  dueAt: z.string(),
});
export type Deletion = z.infer<typeof deletionSchema>;

export interface Deletions {
  /** Those that are due before `before`, the longest due first. */
  list(before: Date, limit: number): Promise<Deletion[]>;
  postpone(deletion: Deletion, dueAt: Date): Promise<void>;
  /** Everything has been removed; harmless when repeated. */
  complete(deletion: Deletion): Promise<void>;
}
