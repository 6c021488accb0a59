import { z } from "zod";
import { languageCodes } from "../../languages/languages.ts";
import { exportSettingsSchema, renderOptionsSchema } from "../../settings/render-settings.ts";
import { notificationSchema } from "../../tasks/notification.ts";
import { timestampSchema } from "../../time/timestamp.ts";
import { ttlQuery, usd } from "./common.ts";
import { submittedSeconds, submittedWordEntrySchema, wireWordEntrySchema } from "./word-entry.ts";

const seconds = z.number().nonnegative();

/** Rules that join entries stand in core/broll/broll-rules.ts. */
const customBroll = z
  .strictObject({
    startTime: seconds.meta({
      description: "Seconds of the source; where autoCutSettings cut it, the range moves with its picture.",
    }),
    endTime: seconds.meta({
      description:
        "After startTime, and not after the next entry's startTime. Beyond the film it is cut off.",
    }),
    url: z.string().min(1).max(8192).meta({ description: "A public video file, at most 2 GiB." }),
  })
  .transform(({ startTime, endTime, url }) => ({ startSeconds: startTime, endSeconds: endTime, url }));

const transcribeSettings = z.strictObject({
  broll: z
    .strictObject({
      brollPercent: z.number().min(0).max(100).optional().meta({
        description:
          "0: none. Otherwise clips of 2 to 5 s from the operator's library or Pexels are shown over about this part of the film, each where a word that it was found by is said, none twice, none in the first 2 s; fewer where nothing suits. 400 FeatureUnavailable where the service has no library.",
      }),
      customBrolls: z.array(customBroll).max(1000).optional().meta({
        description:
          "Clips that take the place of the picture, in order of time; excludes brollPercent. A clip fills the frame, centred, begins with its first picture, is not heard, and holds its last picture when the range is longer. Only composited films show any. A clip that cannot be fetched or has no picture fails the task: BrollUnavailable.",
      }),
    })
    .optional()
    .meta({ description: "B-roll; none when absent." }),
});

const autoCutSettings = z.strictObject({
  silenceRemoval: z.number().min(0).max(1).optional().meta({
    description:
      "Shortens pauses; a lower value keeps less. The longest pause that stays is 0.15 s at 0, 0.47 s at 0.5, 1.5 s at 1 (0.15 × 10^value). Absent: pauses stay.",
  }),
  disfluencyRemoval: z
    .boolean()
    .optional()
    .meta({ description: "Removes um, uh and the like, and repeated or broken-off starts; default false." }),
});

const referenceCue = z
  .strictObject({
    text: z
      .string()
      .min(1)
      .max(5000)
      .refine((text) => text.trim() !== "", "must not be blank"),
    start_time: submittedSeconds,
    end_time: submittedSeconds,
  })
  .transform(({ text, start_time, end_time }) => ({ text, startSeconds: start_time, endSeconds: end_time }));

/** Flat strings, echoed in the task's status. */
export const metadataSchema = z
  .record(z.string().min(1).max(100), z.string().max(2000))
  .refine((value) => Object.keys(value).length <= 50, "must have at most 50 keys");

/** Beside the metadata there must be room in the task's record: DynamoDB takes 400 KB. */
const maxDictionaryBytes = 65_536;
const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Words and phrases that the recogniser is told to expect. */
const dictionary = z
  .array(
    z
      .string()
      .min(1)
      .max(200)
      .refine((phrase) => /[\p{L}\p{N}]/u.test(phrase), "must have a letter or a digit"),
  )
  .max(1000)
  .refine(
    (phrases) => phrases.reduce((sum, phrase) => sum + utf8Bytes(phrase), 0) <= maxDictionaryBytes,
    `must have at most ${maxDictionaryBytes} bytes in all`,
  );

export const transcriptBody = z.array(wireWordEntrySchema).max(50_000);
/** A transcript in a request body. */
export const submittedTranscriptBody = z.array(submittedWordEntrySchema).max(50_000);

/** Rules that join fields stand in core/tasks/request-rules.ts. */
export const createTaskBody = z.strictObject({
  templateId: z.string().min(1).meta({ description: "An id from GET /templates." }),
  autoApprove: z
    .boolean()
    .optional()
    .meta({ description: "Render without waiting for approval; default false." }),
  transcriptTaskId: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Copies the transcript of another task." }),
  language: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: `Language of the speech, detected when absent; upper or lower case, one of ${languageCodes.join(", ")}.`,
    }),
  translateTo: z.string().min(1).optional().meta({
    description:
      "Language of the captions. Words are translated sentence by sentence and spread over the time in which each sentence is spoken. Words that are in this language already are not translated. A pair of languages that the service does not support is rejected with 400 TranslationUnsupported and the supported pairs, if the language of the words is known at creation; otherwise the task fails with that name before anything is rendered.",
  }),
  dub: z
    .boolean()
    .optional()
    .meta({ description: "Not available in this version: true is refused with 400 DubUnavailable." }),
  renderOptions: renderOptionsSchema.optional(),
  transcribeSettings: transcribeSettings.optional(),
  exportSettings: exportSettingsSchema.optional(),
  notification: notificationSchema
    .optional()
    .meta({ description: "Webhooks for this task; see the webhooks of this document." }),
  transcript: submittedTranscriptBody
    .optional()
    .meta({ description: "Supplied words; transcription is skipped." }),
  autoCutSettings: autoCutSettings.optional().meta({
    description:
      "Cuts pauses and disfluencies out of the film. The transcript, and everything in the task from then on, has the times of the cut film. The price is that of the source's length.",
  }),
  referenceTranscript: z.array(referenceCue).max(50_000).optional().meta({
    description:
      "Phrases in any order, such as a subtitle file's cues, by which spelling, capitals and punctuation of what is recognised are corrected. Times need not fit: they only help to find the place. Nothing is added that is not heard, and a reference in another language or of another text changes nothing. Ignored with transcript and transcriptTaskId.",
  }),
  dictionary: dictionary.optional(),
  metadata: metadataSchema.optional(),
});
/** The parsed body: times are `startSeconds` and `endSeconds`. */
export type CreateTaskBody = z.infer<typeof createTaskBody>;

export const createTaskQuery = ttlQuery.extend({
  dryRun: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true: answers the cost, creates nothing." }),
});

export const taskCreatedSchema = z.object({ taskId: z.string() });
export const taskCostSchema = z.object({ cost: usd, currency: z.literal("USD") });

const shownBroll = z.object({
  startTime: z.number(),
  endTime: z.number(),
  url: z.string().meta({ description: "Where the clip is; of the operator's library: signed, 1 hour." }),
  keyword: z.string().optional().meta({ description: "The word that a chosen clip was found by." }),
  attribution: z
    .object({
      source: z.string().meta({ description: "The library.", example: "Pexels" }),
      author: z.string().meta({ description: "Who made the clip." }),
      authorUrl: z.string().meta({ description: "The author's page." }),
      pageUrl: z.string().meta({ description: "The clip's page." }),
    })
    .optional()
    .meta({ description: "Whom to credit, where a chosen clip's library asks for it." }),
});

export const taskStatusSchema = z
  .object({
    id: z.string(),
    videoId: z.string(),
    status: z.enum(["pending", "transcribing", "transcriptionCompleted", "rendering", "completed", "failed"]),
    transcript: z.string().nullable().meta({ description: "Signed address, 1 hour." }),
    downloadUrl: z.string().nullable().meta({ description: "Signed address, 1 hour." }),
    transcriptApproved: z.boolean(),
    error: z.string().nullable().meta({ description: "`Name: sentence`" }),
    errorName: z.string().nullable(),
    progress: z.number().int().min(0).max(100),
    storageIds: z.object({
      original: z.string(),
      render: z.string().nullable(),
      transcript: z.string().nullable(),
    }),
    brolls: z.array(shownBroll).meta({
      description: "Clips that the film shows, once they have been fetched, in seconds of the film.",
    }),
    templateId: z.string(),
    cost: usd.nullable().meta({ description: "Held, then charged; null until the duration is known." }),
    metadata: z.record(z.string(), z.string()).nullable(),
    createdAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
    expiresAt: timestampSchema,
  })
  .meta({ id: "CaptioningTask" });
export type TaskStatusView = z.infer<typeof taskStatusSchema>;

export const transcriptQuery = z.object({
  format: z.enum(["json", "srt", "vtt", "txt"]).optional().meta({ description: "json when absent." }),
});

export const ifMatchHeader = z.object({
  "if-match": z
    .string()
    .optional()
    .meta({ description: "The ETag of GET; 412 when the transcript has changed." }),
});
