import { z } from "zod";
import type { Route } from "../route.ts";

export const documentationRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/openapi.json",
    handler: "get-openapi",
    servedBy: "function",
    tag: "Documentation",
    summary: "This interface as an OpenAPI 3.1 document",
    needsKey: false,
    bodyKind: "none",
    request: {},
    response: { status: 200, description: "The document.", schema: z.looseObject({ openapi: z.string() }) },
    errors: [],
    uses: [],
  },
  {
    method: "GET",
    path: "/docs",
    handler: "get-docs",
    servedBy: "function",
    tag: "Documentation",
    summary: "This interface to read in a browser",
    needsKey: false,
    bodyKind: "none",
    request: {},
    response: { status: 200, description: "A page.", contentTypes: ["text/html"] },
    errors: [],
    uses: [],
  },
];
