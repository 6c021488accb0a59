import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { getFont } from "../../core/fonts/font-access.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { links, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"get-font">,
  deps: Parameters<typeof getFont>[1],
): Promise<ResponseOf<"get-font">> => ({
  status: 200,
  body: await getFont({ accountId: accountIdOf(request), fontId: request.path.id }, deps),
});

export const handler = apiHandler(routeOf("get-font"), (env) => ({ ...records(env), ...links(env) }), run);
