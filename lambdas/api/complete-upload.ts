import type { z } from "zod";
import type { completeUploadBody } from "../../core/api/schemas/videos.ts";
import { completeUpload } from "../../core/videos/complete-upload.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records, videoImport } from "../shared/dependencies.ts";

interface Shape {
  body: z.infer<typeof completeUploadBody>;
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof completeUpload>[1],
): Promise<ApiResponse> => {
  const { uploadId, videoId } = request.body;
  const video = await completeUpload({ accountId: accountIdOf(request), uploadId, videoId }, deps);
  return { status: 201, body: { ...video, videoId: video.id } };
};

export const handler = apiHandler(
  "complete-upload",
  (env) => ({ ...records(env), ...media(env), ...videoImport(env) }),
  run,
);
