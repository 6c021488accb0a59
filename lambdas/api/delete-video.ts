import { deleteVideo } from "../../core/videos/delete-video.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof deleteVideo>[1],
): Promise<ApiResponse> => {
  await deleteVideo({ accountId: accountIdOf(request), videoId: request.path.videoId }, deps);
  return { status: 204 };
};

export const handler = apiHandler("delete-video", records, run);
