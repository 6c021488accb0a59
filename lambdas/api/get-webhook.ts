import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { overlapEnd } from "../../core/webhooks/operator-actions.ts";
import { callerAccount, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = (
  request: RequestOf<"get-webhook">,
  { now }: { now: () => Date },
): ResponseOf<"get-webhook"> => ({
  status: 200,
  body: { previousSecretExpiresAt: overlapEnd(callerAccount(request), now()) },
});

export const handler = apiHandler(routeOf("get-webhook"), records, run);
