/** An error that the user can fix. `message` states the problem and the remedy; it is printed without a stack trace. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Returns the message to print for an error that ends the program; null for a defect, which is printed with its stack. */
export function explain(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return `The disk is full${path ? ` (writing ${path})` : ""}. Free some space and start again.`;
  }
  if ((code === "EACCES" || code === "EROFS" || code === "EPERM") && path) {
    return `${path} is not writable. Change its permissions, or choose another folder with --data.`;
  }
  return null;
}
