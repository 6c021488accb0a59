import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { completeUpload } from "../../core/videos/complete-upload.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records, videoImport } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"complete-upload">,
  deps: Parameters<typeof completeUpload>[1],
): Promise<ResponseOf<"complete-upload">> => {
  const { uploadId, videoId } = request.body;
  const video = await completeUpload({ accountId: accountIdOf(request), uploadId, videoId }, deps);
  return { status: 201, body: { ...video, videoId: video.id } };
};

export const handler = apiHandler(
  routeOf("complete-upload"),
  (env) => ({ ...records(env), ...media(env), ...videoImport(env) }),
  run,
);
