import { getFont } from "../../core/fonts/font-access.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

interface Shape {
  path: { id: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof getFont>[1],
): Promise<ApiResponse> => ({
  status: 200,
  body: await getFont({ accountId: accountIdOf(request), fontId: request.path.id }, deps),
});

export const handler = apiHandler("get-font", records, run);
