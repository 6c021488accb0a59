/** Something a person can mend: `message` is one whole sentence with the remedy, shown without a stack trace. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The sentence to show for an error that ends the program; null for one that is a defect and deserves its stack. */
export function explain(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return `The disk is full${path ? ` (writing ${path})` : ""}: free some space and start again.`;
  }
  if ((code === "EACCES" || code === "EROFS" || code === "EPERM") && path) {
    return `${path} cannot be written: make it writable for this user, or choose another folder with --data.`;
  }
  return null;
}
