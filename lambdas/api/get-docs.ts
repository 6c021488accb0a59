import { docsPage } from "../../core/api/docs-page.ts";
import { openApiDocument } from "../../core/api/openapi.ts";
import type { ApiRequest, ApiResponse } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { basics } from "../shared/dependencies.ts";

export const run = ({ publicUrl }: Pick<ApiRequest, "publicUrl">): ApiResponse => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  },
  text: docsPage(openApiDocument(publicUrl)),
});

export const handler = apiHandler("get-docs", basics, run);
