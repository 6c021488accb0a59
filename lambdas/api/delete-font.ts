import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { deleteFont } from "../../core/fonts/font-access.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"delete-font">,
  deps: Parameters<typeof deleteFont>[1],
): Promise<ResponseOf<"delete-font">> => {
  await deleteFont({ accountId: accountIdOf(request), fontId: request.path.id }, deps);
  return { status: 204 };
};

export const handler = apiHandler(routeOf("delete-font"), (env) => ({ ...records(env), ...media(env) }), run);
