import { noInput, type RouteDeclaration } from "../route.ts";
import { keyListSchema, keyPath, keySchema } from "../schemas/keys.ts";

const key = {
  id: "0199a3d1-5c20-7f4e-8b6a-91d2c3e4f506",
  prefix: "cap_nC3k",
  createdAt: "2026-12-01T09:30:00.000Z",
  lastUsedAt: null,
  revokedAt: null,
};

export const keyRoutes = {
  "list-keys": {
    method: "GET",
    path: "/account/keys",
    servedBy: "function",
    tag: "Account",
    summary: "List the API keys, newest first",
    description: "Includes revoked keys. The time of last use is accurate to a few minutes.",
    needsKey: true,
    bodyKind: "none",
    request: noInput,
    response: {
      status: 200,
      description: "All keys of the account.",
      schema: keyListSchema,
      example: [{ ...key, lastUsedAt: "2026-12-01T10:05:00.000Z" }],
    },
    errors: [],
    uses: ["records", "lists"],
  },
  "create-key": {
    method: "POST",
    path: "/account/keys",
    servedBy: "function",
    tag: "Account",
    summary: "Create an API key",
    description:
      "The key is returned only in this response. The body is ignored. Idempotency-Key is not supported, because it would store the key.",
    needsKey: true,
    bodyKind: "ignored",
    request: noInput,
    response: {
      status: 201,
      description: "The key can be used immediately.",
      schema: keySchema,
      example: { ...key, apiKey: "cap_nC3kq0gq4e2mV8p1Zt5rYx7uW9aBcDeFgHiJkLmNoPq" },
    },
    errors: ["KeyLimitExceeded"],
    uses: ["records", "lists"],
  },
  "revoke-key": {
    method: "DELETE",
    path: "/account/keys/{id}",
    servedBy: "function",
    tag: "Account",
    summary: "Revoke an API key",
    description:
      "The key is revoked permanently and immediately. You can also revoke the key that you use for this request. If the account has no active key, only the operator can create one.",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, path: keyPath },
    response: { status: 204, description: "The key has been revoked." },
    errors: ["NotFound"],
    uses: ["records", "lists"],
  },
} as const satisfies Record<string, RouteDeclaration>;
