import * as z from "zod";
import { timestampSchema } from "../../time/timestamp.ts";

export const keySchema = z
  .object({
    id: z.string(),
    apiKey: z.string().optional().meta({
      description: "The key. Returned only by POST /account/keys, because it is not stored.",
      example: "cap_nC3kq0gq4e2mV8p1Zt5rYx7uW9aBcDeFgHiJkLmNoPq",
    }),
    prefix: z.string().meta({ description: "First characters of the key.", example: "cap_nC3k" }),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable().meta({
      description:
        "Time of the last request with the key, UTC, accurate to a few minutes; null if there was none.",
    }),
    revokedAt: timestampSchema.nullable().meta({
      description: "Time of the revocation, UTC; null while the key is active.",
    }),
  })
  .meta({ id: "ApiKey", description: "An API key of the account." });
export type KeyView = z.infer<typeof keySchema>;

export const keyListSchema = z
  .array(keySchema)
  .meta({ id: "ApiKeyList", description: "The API keys of the account, newest first." });

export const keyPath = z.object({ id: z.string() });
