/** The containers that state machines have started and that have not ended. */
export interface RunningContainers {
  /** Stops those of the given groups: a stopped execution does not stop its containers. Ignores those that have ended. */
  stop(groups: ReadonlySet<string>): Promise<void>;
  /** Returns the values of an environment variable that states have set. */
  listVariable(name: string): Promise<ReadonlySet<string>>;
}

/** Returns the group of the container that imports a video, as statemachines/video-import.asl.json names it. */
export const groupOfImport = (videoId: string): string => `video-${videoId}`;

/** Returns the group of all containers of a task, as the other machines name it. */
export const groupOfTask = (taskId: string): string => `task-${taskId}`;
