import { listFonts } from "../../core/fonts/font-access.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records } from "../shared/dependencies.ts";

interface Shape {
  query: { page?: number; limit?: number };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof listFonts>[1],
): Promise<ApiResponse> => {
  const { page = 1, limit = 20 } = request.query;
  return { status: 200, body: await listFonts({ accountId: accountIdOf(request), page, limit }, deps) };
};

export const handler = apiHandler("list-fonts", records, run);
