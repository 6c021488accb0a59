import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { getPlayback } from "../../core/videos/playback.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { links, playback, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"get-playback">,
  deps: Parameters<typeof getPlayback>[1],
): Promise<ResponseOf<"get-playback">> => ({
  status: 200,
  body: await getPlayback({ accountId: accountIdOf(request), videoId: request.path.videoId }, deps),
});

export const handler = apiHandler(
  routeOf("get-playback"),
  (env) => ({ ...records(env), ...links(env), ...playback(env) }),
  run,
);
