import { z } from "zod";
import { ttlSchema } from "../../videos/video.ts";

export const ttlQuery = z.object({
  ttl: ttlSchema.optional().meta({ description: "Time to live; 30d when absent." }),
});

export const pageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({ description: "Counts from 1; default 1." }),
  limit: z.coerce.number().int().min(1).max(100).optional().meta({ description: "1 to 100; default 20." }),
});

export const videoPath = z.object({ videoId: z.string() });
export const taskPath = z.object({ videoId: z.string(), id: z.string() });

/** Signed decimal US dollars, 2 to 6 decimals, exact. */
export const usd = z
  .string()
  .regex(/^-?\d+\.\d{2,6}$/)
  .meta({ description: "US dollars with 2 to 6 decimals, exact.", example: "0.075000" });

export const errorBodySchema = z
  .object({
    statusCode: z.number().int(),
    error: z.string().meta({ description: "The status code in words." }),
    message: z
      .union([z.string(), z.array(z.string())])
      .meta({ description: "What is wrong and what to do; on validation one sentence per field." }),
    code: z.string().meta({ description: "Stable name of the error." }),
    requestId: z.string(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBodySchema>;
