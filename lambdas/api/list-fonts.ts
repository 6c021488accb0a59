import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { listFonts } from "../../core/fonts/font-access.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"list-fonts">,
  deps: Parameters<typeof listFonts>[1],
): Promise<ResponseOf<"list-fonts">> => {
  const { page = 1, limit = 20 } = request.query;
  return { status: 200, body: await listFonts({ accountId: accountIdOf(request), page, limit }, deps) };
};

export const handler = apiHandler(routeOf("list-fonts"), records, run);
