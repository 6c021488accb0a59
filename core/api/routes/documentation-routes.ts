import { z } from "zod";
import { noInput, type RouteDeclaration } from "../route.ts";

export const documentationRoutes = {
  "get-openapi": {
    method: "GET",
    path: "/openapi.json",
    servedBy: "function",
    tag: "Documentation",
    summary: "This interface as an OpenAPI 3.1 document",
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
    summary: "This interface to read in a browser",
    needsKey: false,
    bodyKind: "none",
    request: noInput,
    response: { status: 200, description: "A page.", contentTypes: ["text/html"] },
    errors: [],
    uses: [],
  },
} as const satisfies Record<string, RouteDeclaration>;
