import { z } from "zod";

/** A clip as clients and receivers of webhooks see it. */
export const clipViewSchema = z.object({
  url: z.string().meta({ description: "Signed URL of the clip, an .mp4 file." }),
  theme: z.string().meta({
    description: "What the clip is about, in the language that is spoken.",
    example: "Why lighthouses were painted in stripes",
  }),
  startTime: z.number(),
  endTime: z.number(),
  duration: z.number(),
});

export type ClipView = z.infer<typeof clipViewSchema>;
