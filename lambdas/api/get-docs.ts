import { docsPage } from "../../core/api/docs-page.ts";
import { openApiDocument } from "../../core/api/openapi.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import type { RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { basics } from "../shared/dependencies.ts";

export const run = ({ publicUrl }: Pick<RequestOf<"get-docs">, "publicUrl">): ResponseOf<"get-docs"> => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  },
  text: docsPage(openApiDocument(publicUrl)),
});

export const handler = apiHandler(routeOf("get-docs"), basics, run);
