import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { formatUsd } from "../../core/billing/money.ts";
import type { RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

/** The middleware has read the account, strongly consistent, with the API key. */
export const run = ({ account }: Pick<RequestOf<"get-balance">, "account">): ResponseOf<"get-balance"> => ({
  status: 200,
  body: {
    balance: formatUsd(account?.balanceMicroUsd ?? 0),
    held: formatUsd(account?.heldMicroUsd ?? 0),
    currency: "USD",
  },
});

export const handler = apiHandler(routeOf("get-balance"), records, run);
