import { addApiKey } from "../../core/accounts/api-keys.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"create-key">,
  deps: Parameters<typeof addApiKey>[1],
): Promise<ResponseOf<"create-key">> => ({
  status: 201,
  body: await addApiKey(accountIdOf(request), deps),
});

export const handler = apiHandler(routeOf("create-key"), records, run);
