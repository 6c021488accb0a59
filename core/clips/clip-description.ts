import * as z from "zod";

/** What clients learn of a chosen clip besides its theme (core/clips/describe-clip.ts). */
export const clipDescriptionSchema = z.object({
  score: z.number().int().min(0).max(100),
  reason: z.string(),
  hook: z.string(),
});
export type ClipDescription = z.infer<typeof clipDescriptionSchema>;
