import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { listVideos } from "../../core/videos/video-item.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"list-videos">,
  deps: Parameters<typeof listVideos>[1],
): Promise<ResponseOf<"list-videos">> => {
  const { page = 1, limit = 20 } = request.query;
  return { status: 200, body: await listVideos({ accountId: accountIdOf(request), page, limit }, deps) };
};

export const handler = apiHandler(routeOf("list-videos"), records, run);
