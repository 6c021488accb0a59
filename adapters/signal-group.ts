/** Sends the signal to every process of the group. Returns false if the group has no process. */
export const signalGroup = (groupId: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(-groupId, signal);
    return true;
  } catch (error) {
    // EPERM: the group only has processes of other users or, on macOS, zombies.
    if (["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
};
