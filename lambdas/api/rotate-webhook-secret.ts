import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { defaultOverlapHours, rotateSecret } from "../../core/webhooks/operator-actions.ts";
import { callerAccount, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"rotate-webhook-secret">,
  deps: Parameters<typeof rotateSecret>[2],
): Promise<ResponseOf<"rotate-webhook-secret">> => {
  const { overlapHours = defaultOverlapHours } = request.query;
  const { webhookSecret, previousValidUntil } = await rotateSecret(
    callerAccount(request),
    overlapHours,
    deps,
  );
  return {
    status: 201,
    body: {
      secret: webhookSecret,
      previousSecretExpiresAt: overlapHours === 0 ? null : previousValidUntil,
    },
  };
};

export const handler = apiHandler(routeOf("rotate-webhook-secret"), records, run);
