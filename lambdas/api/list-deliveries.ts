import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { listDeliveries } from "../../core/webhooks/account-deliveries.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"list-deliveries">,
  deps: Parameters<typeof listDeliveries>[1],
): Promise<ResponseOf<"list-deliveries">> => {
  const { limit = 20, ...filter } = request.query;
  return {
    status: 200,
    body: await listDeliveries({ ...filter, accountId: accountIdOf(request), limit }, deps),
  };
};

export const handler = apiHandler(routeOf("list-deliveries"), records, run);
