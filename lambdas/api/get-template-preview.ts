import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { NamedError } from "../../core/errors.ts";
import { previewFiles, templates } from "../../core/templates/catalogue.ts";
import type { ApiRequest, ApiResponse } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { basics } from "../shared/dependencies.ts";

interface Shape {
  path: { file: string };
}
interface Deps {
  /** Bytes of one of the files that are shipped with this function. */
  readPreview: (file: string) => Promise<Uint8Array>;
}

/** File names that exist, with their media types: what comes from a client is only looked up here. */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  templates.map(previewFiles).flatMap(({ mp4, gif }): [string, string][] => [
    [mp4, "video/mp4"],
    [gif, "image/gif"],
  ]),
);

export const run = async ({ path }: ApiRequest<Shape>, { readPreview }: Deps): Promise<ApiResponse> => {
  const type = mediaTypes.get(path.file);
  if (type === undefined) throw new NamedError("NotFound", "There is no such preview: see GET /templates.");
  const headers = { "content-type": type, "cache-control": "public, max-age=86400" };
  return { status: 200, headers, bytes: await readPreview(path.file) };
};

const folder = join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), "templates/previews");
const readPreview = (file: string): Promise<Uint8Array> => readFile(join(folder, file));

export const handler = apiHandler("get-template-preview", (env) => ({ ...basics(env), readPreview }), run);
