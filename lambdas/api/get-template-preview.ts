import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { NamedError } from "../../core/errors.ts";
import { previewFiles, templates } from "../../core/templates/catalog.ts";
import type { RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { basics } from "../shared/dependencies.ts";

interface Deps {
  /** Returns the bytes of a file in this function's bundle. */
  readPreview: (file: string) => Promise<Uint8Array>;
}

/** The existing file names with their media types. A client's file name is only compared with these. */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  templates.map(previewFiles).flatMap(({ mp4, gif }): [string, string][] => [
    [mp4, "video/mp4"],
    [gif, "image/gif"],
  ]),
);

export const run = async (
  { path }: RequestOf<"get-template-preview">,
  { readPreview }: Deps,
): Promise<ResponseOf<"get-template-preview">> => {
  const type = mediaTypes.get(path.file);
  if (type === undefined) throw new NamedError("NotFound", "The preview does not exist. See GET /templates.");
  const headers = { "content-type": type, "cache-control": "public, max-age=86400" };
  return { status: 200, headers, bytes: await readPreview(path.file) };
};

const folder = join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), "templates/previews");
const readPreview = (file: string): Promise<Uint8Array> => readFile(join(folder, file));

export const handler = apiHandler(
  routeOf("get-template-preview"),
  (env) => ({ ...basics(env), readPreview }),
  run,
);
