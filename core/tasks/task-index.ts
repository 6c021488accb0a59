export type TaskKind = "captioning" | "clip";

/** Oldest first. */
export type VideoTaskIds = Record<TaskKind, string[]>;

/** Which tasks belong to which video, strongly consistent; expired tasks are left out. */
export interface TaskIndex {
  /** The `newest` tasks of each of the account's videos, of both kinds together; an entry for each given id. */
  listByVideo(
    accountId: string,
    videoIds: readonly string[],
    newest: number,
  ): Promise<ReadonlyMap<string, VideoTaskIds>>;
}
