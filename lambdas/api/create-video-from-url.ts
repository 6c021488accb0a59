import type { z } from "zod";
import type { createVideoFromUrlBody } from "../../core/api/schemas/videos.ts";
import { createVideoFromUrl } from "../../core/videos/create-video-from-url.ts";
import type { Ttl } from "../../core/videos/video.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records, videoImport } from "../shared/dependencies.ts";

interface Shape {
  query: { ttl?: Ttl };
  body: z.infer<typeof createVideoFromUrlBody>;
}
type Deps = Parameters<typeof createVideoFromUrl>[1] & { newId: () => string };

export const run = async (request: ApiRequest<Shape>, deps: Deps): Promise<ApiResponse> => {
  const video = await createVideoFromUrl(
    {
      videoId: request.resourceId,
      storageId: deps.newId(),
      accountId: accountIdOf(request),
      ttl: request.query.ttl,
      url: request.body.url,
    },
    deps,
  );
  return { status: 201, body: video };
};

export const handler = apiHandler(
  "create-video-from-url",
  (env) => ({ ...records(env), ...videoImport(env) }),
  run,
);
