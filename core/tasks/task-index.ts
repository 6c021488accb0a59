export type TaskKind = "captioning" | "clip";

/** Oldest first. */
export type VideoTaskIds = Record<TaskKind, string[]>;

/** The tasks of videos, strongly consistent, without expired ones. */
export interface TaskIndex {
  /** Returns the `newest` tasks of each of the account's videos, of both kinds together; an entry for each given ID. */
  listByVideo(
    accountId: string,
    videoIds: readonly string[],
    newest: number,
  ): Promise<ReadonlyMap<string, VideoTaskIds>>;
}
