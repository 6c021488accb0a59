import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { listTasks } from "../../core/tasks/list-tasks.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"list-tasks">,
  deps: Parameters<typeof listTasks>[1],
): Promise<ResponseOf<"list-tasks">> => {
  const { limit = 20, ...filter } = request.query;
  return { status: 200, body: await listTasks({ ...filter, accountId: accountIdOf(request), limit }, deps) };
};

export const handler = apiHandler(routeOf("list-tasks"), records, run);
