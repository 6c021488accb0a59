import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { deleteVideo } from "../../core/videos/delete-video.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"delete-video">,
  deps: Parameters<typeof deleteVideo>[1],
): Promise<ResponseOf<"delete-video">> => {
  await deleteVideo({ accountId: accountIdOf(request), videoId: request.path.videoId }, deps);
  return { status: 204 };
};

export const handler = apiHandler(routeOf("delete-video"), records, run);
