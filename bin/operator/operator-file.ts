import { access, constants, stat } from "node:fs/promises";
import { NamedError } from "../../core/errors.ts";

/** Throws NamedError ValidationFailed, naming the path, unless a readable file lies there. */
export const checkOperatorFile = async (path: string): Promise<void> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new NamedError("ValidationFailed", problemOf(path, error), { cause: error });
  });
  if (!found.isFile())
    throw new NamedError("ValidationFailed", `${path} is no file: give a film's own path.`);
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new NamedError("ValidationFailed", problemOf(path, error), { cause: error });
  });
};

const problemOf = (path: string, { code }: NodeJS.ErrnoException): string =>
  code === "ENOENT" || code === "ENOTDIR"
    ? `There is no file ${path}.`
    : `${path} cannot be read (${code}): give yourself the right to read it, or copy it elsewhere.`;
