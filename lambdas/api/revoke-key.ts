import { revokeApiKey } from "../../core/accounts/api-keys.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"revoke-key">,
  deps: Parameters<typeof revokeApiKey>[1],
): Promise<ResponseOf<"revoke-key">> => {
  await revokeApiKey({ accountId: accountIdOf(request), keyId: request.path.id }, deps);
  return { status: 204 };
};

export const handler = apiHandler(routeOf("revoke-key"), records, run);
