import type { z } from "zod";
import type { createUploadBody } from "../../core/api/schemas/videos.ts";
import { createUpload } from "../../core/videos/multipart-upload.ts";
import type { Ttl } from "../../core/videos/video.ts";
import { type ApiRequest, type ApiResponse, accountIdOf, callerPlan } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";
import { fitUploadUrls } from "../shared/upload-response.ts";

interface Shape {
  query: { ttl?: Ttl };
  body: z.infer<typeof createUploadBody>;
}
type Deps = Parameters<typeof createUpload>[1] & { newId: () => string };

export const run = async (request: ApiRequest<Shape>, deps: Deps): Promise<ApiResponse> => {
  const upload = await createUpload(
    {
      videoId: request.resourceId,
      storageId: deps.newId(),
      accountId: accountIdOf(request),
      ttl: request.query.ttl,
      filename: request.body.filename,
      quota: callerPlan(request),
      partSizes: request.body.uploadParts.map((part) => part.contentLength),
    },
    deps,
  );
  return { status: 201, body: fitUploadUrls(upload, request) };
};

export const handler = apiHandler("create-upload", (env) => ({ ...records(env), ...media(env) }), run);
