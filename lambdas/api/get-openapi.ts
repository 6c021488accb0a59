import { openApiDocument } from "../../core/api/openapi.ts";
import type { ApiRequest, ApiResponse } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { basics } from "../shared/dependencies.ts";

export const run = ({ publicUrl }: Pick<ApiRequest, "publicUrl">): ApiResponse => ({
  status: 200,
  body: openApiDocument(publicUrl),
});

export const handler = apiHandler("get-openapi", basics, run);
