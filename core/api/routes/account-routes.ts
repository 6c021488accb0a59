import { noInput, type RouteDeclaration } from "../route.ts";
import { balanceSchema, previewPath, templateListSchema } from "../schemas/account.ts";
import { usageListSchema, usageQuery } from "../schemas/usage.ts";

const preview = "https://captions.example.com/templates/previews/pop";

export const accountRoutes = {
  "list-templates": {
    method: "GET",
    path: "/templates",
    servedBy: "function",
    tag: "Templates",
    summary: "List the caption templates",
    needsKey: true,
    bodyKind: "none",
    request: noInput,
    response: {
      status: 200,
      description: "All templates.",
      schema: templateListSchema,
      example: [
        {
          id: "4b0f3c51-7a39-4f0e-9d5c-0b7d1f4f8a01",
          name: "Pop",
          categories: ["animated", "highlighted"],
          previewUrl: `${preview}.gif`,
          previews: { previewMp4: `${preview}.mp4`, previewGif: `${preview}.gif` },
        },
      ],
    },
    errors: [],
    uses: ["records"],
  },
  "get-template-preview": {
    method: "GET",
    path: "/templates/previews/{file}",
    servedBy: "function",
    tag: "Templates",
    summary: "Download a preview of a template",
    needsKey: false,
    bodyKind: "none",
    request: { ...noInput, path: previewPath },
    response: { status: 200, description: "The image or video.", contentTypes: ["video/mp4", "image/gif"] },
    errors: ["NotFound"],
    uses: [],
    assets: "templates/previews",
    isStatic: true,
  },
  "get-balance": {
    method: "GET",
    path: "/user-billing",
    servedBy: "function",
    tag: "Account",
    summary: "Read the credit balance",
    needsKey: true,
    bodyKind: "none",
    request: noInput,
    response: {
      status: 200,
      description: "The balance.",
      schema: balanceSchema,
      example: { balance: "12.34", held: "0.50", currency: "USD" },
    },
    errors: [],
    uses: ["records"],
  },
  "get-usage": {
    method: "GET",
    path: "/account/usage",
    servedBy: "function",
    tag: "Account",
    summary: "Read the usage per day or month, oldest first",
    description:
      "Counts completed tasks by the time of their charge, in UTC. Periods without charges are omitted.",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, query: usageQuery },
    response: {
      status: 200,
      description: "The usage.",
      schema: usageListSchema,
      example: [{ period: "2026-12-01", tasks: 12, seconds: 734.2, amount: "1.468400" }],
    },
    errors: [],
    uses: ["records", "queries"],
  },
} as const satisfies Record<string, RouteDeclaration>;
