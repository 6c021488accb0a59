import { getVideo } from "../../core/videos/video-item.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof getVideo>[1],
): Promise<ApiResponse> => ({
  status: 200,
  body: await getVideo({ accountId: accountIdOf(request), videoId: request.path.videoId }, deps),
});

export const handler = apiHandler("get-video", records, run);
