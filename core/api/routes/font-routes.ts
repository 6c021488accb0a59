import { noInput, type RouteDeclaration } from "../route.ts";
import { fileUploadSchema, pageQuery } from "../schemas/common.ts";
import { fontComponent, fontListSchema, fontPath } from "../schemas/fonts.ts";

const fontExample = {
  id: "0199a3d1-5c20-7f4e-8b6a-91d2c3e4f506",
  filename: "Brand-Bold.woff2",
  fontFamily: "Brand",
  fontStyle: "Bold",
  createdAt: "2026-12-01T09:30:00.000Z",
};
const { createdAt: _, ...named } = fontExample;

export const fontRoutes = {
  "create-font": {
    method: "POST",
    path: "/fonts",
    servedBy: "ingest",
    tag: "Fonts",
    summary: "Upload a font",
    description:
      "multipart/form-data with one part named file: a ttf, otf, woff or woff2 font of at most 50 MB (52,428,800 bytes). The format is detected from the content. Font collections, fonts without outlines and damaged files are rejected with InvalidFont. The plan of the account limits the number of stored fonts.",
    needsKey: true,
    bodyKind: "multipart",
    request: {
      ...noInput,
      body: fileUploadSchema,
    },
    response: {
      status: 201,
      description: "The font can be used immediately.",
      schema: fontComponent,
      example: { ...named, createdAt: "2026-03-01T12:00:00.000Z", remainingFontLimit: 49 },
    },
    errors: [
      "InvalidFont",
      "FontLimitExceeded",
      "PayloadTooLarge",
      "UnsupportedMediaType",
      "IdempotencyConflict",
    ],
    idempotent: true,
    uses: ["records", "media"],
  },
  "list-fonts": {
    method: "GET",
    path: "/fonts",
    servedBy: "function",
    tag: "Fonts",
    summary: "List fonts, newest first",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, query: pageQuery },
    response: {
      status: 200,
      description: "One page of fonts.",
      schema: fontListSchema,
      example: { data: [fontExample], page: 1, limit: 20, totalCount: 1 },
    },
    errors: [],
    uses: ["records", "queries"],
  },
  "get-font": {
    method: "GET",
    path: "/fonts/{id}",
    servedBy: "function",
    tag: "Fonts",
    summary: "Read a font",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, path: fontPath },
    response: {
      status: 200,
      description: "The font.",
      schema: fontComponent,
      example: {
        ...fontExample,
        fontWeight: 700,
        format: "woff2",
        isVariable: false,
        fileKey: `fonts/${fontExample.id}/file`,
        weights: "700",
        characters: "U+20-7e,U+a0-17f",
        fileUrl: "https://captions.example.com/media/fonts/0199a3d1/file?Expires=1775044800&Signature=4f1c",
        size: 48256,
      },
    },
    errors: ["NotFound"],
    uses: ["records", "links"],
  },
  "delete-font": {
    method: "DELETE",
    path: "/fonts/{id}",
    servedBy: "function",
    tag: "Fonts",
    summary: "Delete a font",
    description: "Tasks that use the font and have not been rendered yet fail with FontNotFound.",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, path: fontPath },
    response: { status: 204, description: "The font has been deleted." },
    errors: ["NotFound"],
    uses: ["records", "deletion", "mediaDeletion"],
  },
} as const satisfies Record<string, RouteDeclaration>;
