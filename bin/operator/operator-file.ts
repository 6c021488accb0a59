import { access, constants, stat } from "node:fs/promises";
import { NamedError } from "../../core/errors.ts";

/** Throws NamedError ValidationFailed unless the path is a readable file. */
export const checkOperatorFile = async (path: string): Promise<void> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new NamedError("ValidationFailed", problemOf(path, error), { cause: error });
  });
  if (!found.isFile())
    throw new NamedError("ValidationFailed", `${path} is not a file. Specify the path of a video file.`);
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new NamedError("ValidationFailed", problemOf(path, error), { cause: error });
  });
};

const problemOf = (path: string, { code }: NodeJS.ErrnoException): string =>
  code === "ENOENT" || code === "ENOTDIR"
    ? `The file ${path} does not exist.`
    : `${path} is not readable (${code}). Change its permissions or copy it elsewhere.`;
