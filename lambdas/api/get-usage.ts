import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { accountUsage } from "../../core/billing/account-usage.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"get-usage">,
  deps: Parameters<typeof accountUsage>[1],
): Promise<ResponseOf<"get-usage">> => {
  const { period = "day", ...range } = request.query;
  return {
    status: 200,
    body: await accountUsage({ ...range, period, accountId: accountIdOf(request) }, deps),
  };
};

export const handler = apiHandler(routeOf("get-usage"), records, run);
