import { listApiKeys } from "../../core/accounts/api-keys.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"list-keys">,
  deps: Parameters<typeof listApiKeys>[1],
): Promise<ResponseOf<"list-keys">> => ({
  status: 200,
  body: await listApiKeys(accountIdOf(request), deps),
});

export const handler = apiHandler(routeOf("list-keys"), records, run);
