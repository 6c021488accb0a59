import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { replayDelivery } from "../../core/webhooks/account-deliveries.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records, webhookWakeUps } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"replay-delivery">,
  deps: Parameters<typeof replayDelivery>[1],
): Promise<ResponseOf<"replay-delivery">> => {
  await replayDelivery({ accountId: accountIdOf(request), id: request.path.id }, deps);
  return { status: 204 };
};

export const handler = apiHandler(
  routeOf("replay-delivery"),
  (env) => ({ ...records(env), ...webhookWakeUps(env) }),
  run,
);
