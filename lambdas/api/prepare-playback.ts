import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { preparePlayback } from "../../core/videos/playback.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { links, playback, records, videoImport } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"prepare-playback">,
  deps: Parameters<typeof preparePlayback>[1],
): Promise<ResponseOf<"prepare-playback">> => ({
  status: 202,
  body: await preparePlayback({ accountId: accountIdOf(request), videoId: request.path.videoId }, deps),
});

export const handler = apiHandler(
  routeOf("prepare-playback"),
  (env) => ({ ...records(env), ...links(env), ...videoImport(env), ...playback(env) }),
  run,
);
