import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { findTemplate } from "../../core/templates/catalog.ts";
import { getTaskFrame } from "../../core/workflows/captioning/task-frame.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";
import { frames } from "../shared/frame-dependencies.ts";

export const run = async (
  request: RequestOf<"get-frame">,
  deps: Parameters<typeof getTaskFrame>[1],
): Promise<ResponseOf<"get-frame">> => {
  const { videoId, id: taskId } = request.path;
  const path = { accountId: accountIdOf(request), videoId, taskId };
  const { bytes, contentType } = await getTaskFrame({ ...path, atSeconds: request.query.at }, deps);
  return { status: 200, headers: { "content-type": contentType }, bytes };
};

export const handler = apiHandler(
  routeOf("get-frame"),
  (env) => ({ ...records(env), ...media(env), ...frames(env), findTemplate }),
  run,
);
