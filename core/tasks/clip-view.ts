import * as z from "zod";

/** A clip in responses and webhooks. */
export const clipViewSchema = z
  .object({
    url: z.string().meta({ description: "Signed URL of the clip, an .mp4 file." }),
    theme: z.string().meta({
      description: "Topic of the clip, in the spoken language.",
      example: "Why lighthouses were painted in stripes",
    }),
    startTime: z.number(),
    endTime: z.number(),
    duration: z.number(),
    flags: z
      .array(z.union([z.literal("hateful"), z.literal("obscene")]))
      .optional()
      .meta({
        description:
          "What should be reviewed before the clip is published: `hateful` (words that insult groups of people), `obscene` (swear words and vulgar words for sexual acts). Empty in languages without a word list.",
        example: ["obscene"],
      }),
    score: z.number().int().min(0).max(100).optional().meta({
      description:
        "How well the clip works on its own, from 0 to 100. An average passage of a talk scores 50. The order of the clips also depends on their variety.",
      example: 78,
    }),
    reason: z.string().optional().meta({
      description: "The basis of the score, in English.",
      example: "Opens with a question, starts where the topic starts, and ends with a complete sentence.",
    }),
    hook: z.string().optional().meta({
      description: "Opening sentence that catches attention, in the spoken language.",
      example: "Have you ever wondered why lighthouses have stripes?",
    }),
    transcript: z.string().optional().meta({
      description:
        "Signed URL of the words of the clip, a JSON array of word entries. Times are seconds of the clip. You can send the array as `transcript` of a captioning task for the clip.",
    }),
    thumbnailUrl: z.string().optional().meta({
      description:
        "Signed URL of a JPEG still of the clip without captions, with the dimensions of the clip.",
    }),
  })
  .meta({ id: "Clip" });

export type ClipView = z.infer<typeof clipViewSchema>;
