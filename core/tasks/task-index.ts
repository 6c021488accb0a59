export type TaskKind = "captioning" | "clip";

/** Oldest first. */
export type VideoTaskIds = Record<TaskKind, string[]>;

/** A task in an account's list. */
export interface ListedTask {
  id: string;
  kind: TaskKind;
}

/** Lists of tasks without expired ones, strongly consistent unless stated otherwise. */
export interface TaskIndex {
  /** Returns the `newest` tasks of each of the account's videos, of both kinds together; an entry for each given ID. */
  listByVideo(
    accountId: string,
    videoIds: readonly string[],
    newest: number,
  ): Promise<ReadonlyMap<string, VideoTaskIds>>;
  /**
   * Returns up to `limit` of the account's tasks, newest first, that are older than the task `before` (null: from the newest); those of one
   * video, or of all (null). Fewer than `limit` are the end of the list. Across videos the list is eventually consistent.
   */
  listNewest(
    accountId: string,
    range: { videoId: string | null; before: string | null; limit: number },
  ): Promise<ListedTask[]>;
}
