import * as z from "zod";
import { noInput, type RouteDeclaration } from "../route.ts";

export const documentationRoutes = {
  "get-openapi": {
    method: "GET",
    path: "/openapi.json",
    servedBy: "function",
    tag: "Documentation",
    summary: "Read the OpenAPI 3.1 document of this API",
    needsKey: false,
    bodyKind: "none",
    request: noInput,
    response: {
      status: 200,
      description: "The document.",
      schema: z.unknown().meta({ id: "OpenApiDocument" }),
    },
    errors: [],
    uses: [],
  },
  "get-docs": {
    method: "GET",
    path: "/docs",
    servedBy: "function",
    tag: "Documentation",
    summary: "Read the API reference in a browser",
    needsKey: false,
    bodyKind: "none",
    request: noInput,
    response: { status: 200, description: "An HTML page.", contentTypes: ["text/html"] },
    errors: [],
    uses: [],
  },
} as const satisfies Record<string, RouteDeclaration>;
