import { openApiDocument } from "../../core/api/openapi.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import type { RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { basics } from "../shared/dependencies.ts";

export const run = ({
  publicUrl,
}: Pick<RequestOf<"get-openapi">, "publicUrl">): ResponseOf<"get-openapi"> => ({
  status: 200,
  body: openApiDocument(publicUrl),
});

export const handler = apiHandler(routeOf("get-openapi"), basics, run);
