/** What a stack runs. */
export interface RunningWork {
  /** Stops all executions. Returns how many were running. */
  stopExecutions(): Promise<number>;
  /** Stops all containers. Returns how many have not ended. */
  stopContainers(): Promise<number>;
}

export interface TeardownDependencies {
  work: RunningWork;
  sleep: (seconds: number) => Promise<unknown>;
  /** Returns the time that is left for the teardown. */
  secondsLeft: () => number;
}

/** A container may take two minutes to end (lib/containers.ts). */
const pauseSeconds = 10;
/** Less than this is left for a report of the failure. */
const reserveSeconds = 30;

/**
 * Stops everything that a stack runs, and returns when nothing runs. Executions are first, because they start a container again
 * when it stops. Throws Error when the time does not suffice; a repetition continues.
 */
export const stopAllWork = async ({ work, sleep, secondsLeft }: TeardownDependencies): Promise<void> => {
  for (;;) {
    const executions = await work.stopExecutions();
    const containers = await work.stopContainers();
    if (executions + containers === 0) return;
    if (secondsLeft() < pauseSeconds + reserveSeconds)
      throw new Error(
        `${executions} executions and ${containers} containers have not ended yet. Delete the stack again.`,
      );
    await sleep(pauseSeconds);
  }
};
