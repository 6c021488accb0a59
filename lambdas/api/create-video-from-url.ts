import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { createVideoFromUrl } from "../../core/videos/create-video-from-url.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records, videoImport } from "../shared/dependencies.ts";

type Deps = Parameters<typeof createVideoFromUrl>[1] & { newId: () => string };

export const run = async (
  request: RequestOf<"create-video-from-url">,
  deps: Deps,
): Promise<ResponseOf<"create-video-from-url">> => {
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
  routeOf("create-video-from-url"),
  (env) => ({ ...records(env), ...videoImport(env) }),
  run,
);
