import { z } from "zod";

/** A clip in responses and webhooks. */
export const clipViewSchema = z
  .object({
    url: z.string().meta({ description: "Signed URL of the clip, an .mp4 file." }),
    theme: z.string().meta({
      description: "Topic of the clip, in the language of the speech.",
      example: "Why lighthouses were painted in stripes",
    }),
    startTime: z.number(),
    endTime: z.number(),
    duration: z.number(),
  })
  .meta({ id: "Clip" });

export type ClipView = z.infer<typeof clipViewSchema>;
