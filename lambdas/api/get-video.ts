import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { getVideo } from "../../core/videos/video-item.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"get-video">,
  deps: Parameters<typeof getVideo>[1],
): Promise<ResponseOf<"get-video">> => ({
  status: 200,
  body: await getVideo({ accountId: accountIdOf(request), videoId: request.path.videoId }, deps),
});

export const handler = apiHandler(routeOf("get-video"), records, run);
