import { deleteFont } from "../../core/fonts/font-access.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

interface Shape {
  path: { id: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof deleteFont>[1],
): Promise<ApiResponse> => {
  await deleteFont({ accountId: accountIdOf(request), fontId: request.path.id }, deps);
  return { status: 204 };
};

export const handler = apiHandler("delete-font", (env) => ({ ...records(env), ...media(env) }), run);
