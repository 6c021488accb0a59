import * as z from "zod";
import { languageCodes } from "../../languages/languages.ts";
import { exportSettingsSchema, renderOptionsSchema } from "../../settings/render-settings.ts";
import { metadataSchema, newMetadataSchema } from "../../tasks/metadata.ts";
import { notificationSchema } from "../../tasks/notification.ts";
import { utf8Bytes } from "../../text/utf8-bytes.ts";
import { timestampSchema } from "../../time/timestamp.ts";
import { heldCost, ttlQuery, usd, warningsSchema } from "./common.ts";
import { submittedTranscriptSchema, wireSeconds } from "./word-entry.ts";

const seconds = z.number().nonnegative();

/** Rules on several entries are in core/broll/broll-rules.ts. */
const customBroll = z
  .strictObject({
    startTime: seconds.meta({
      description:
        "Start in seconds of the source video. With autoCutSettings, the times are converted to those of the cut video.",
    }),
    endTime: seconds.meta({
      description:
        "End in seconds, greater than startTime and at most the startTime of the next entry. Truncated to the duration of the video.",
    }),
    url: z
      .string()
      .min(1)
      .max(8192)
      .meta({ description: "Public http or https URL of a video file of at most 2 GiB." }),
  })
  .transform(({ startTime, endTime, url }) => ({ startSeconds: startTime, endSeconds: endTime, url }))
  .meta({ id: "CustomBroll" });

const brollSettings = z
  .strictObject({
    brollPercent: z.number().min(0).max(100).optional().meta({
      description:
        "Share of the video to cover, in percent; 0: none. Clips of 2 to 5 s are chosen from the library of the operator or from Pexels and shown while one of their keywords is spoken. No clip is shown in the first 2 s, or twice. They cover less of the video if too few clips match. Rejected with 400 FeatureUnavailable if the service has no library.",
    }),
    customBrolls: z.array(customBroll).max(1000).optional().meta({
      description:
        "B-roll clips in chronological order, without overlap. Cannot be combined with brollPercent. Each clip replaces the frames of the video, scaled to fill the frame; its audio is not used. If it is shorter than its range, its last frame is held. Only shown with outputMode composited. The task fails with BrollUnavailable if a clip cannot be downloaded or has no video stream.",
    }),
  })
  .meta({ id: "BrollSettings" });

const transcribeSettings = z
  .strictObject({
    broll: brollSettings.optional().meta({ description: "B-roll settings. No b-roll if absent." }),
  })
  .meta({ id: "TranscribeSettings" });

const autoCutSettings = z
  .strictObject({
    silenceRemoval: z.number().min(0).max(1).optional().meta({
      description:
        "Shortens pauses between words to at most 0.15 × 10^value seconds: 0.15 s at 0, 0.47 s at 0.5, 1.5 s at 1. Pauses are kept if absent.",
    }),
    disfluencyRemoval: z.boolean().optional().meta({
      description: "Removes filler words such as “um”, repetitions and false starts.",
    }),
  })
  .meta({ id: "AutoCutSettings" });

const referenceCue = z
  .strictObject({
    text: z
      .string()
      .min(1)
      .max(5000)
      .refine((text) => text.trim() !== "", "must not be blank"),
    start_time: wireSeconds,
    end_time: wireSeconds,
  })
  .transform(({ text, start_time, end_time }) => ({ text, startSeconds: start_time, endSeconds: end_time }))
  .meta({ id: "ReferenceCue" });

/** Leaves room for the other fields of the task's record: a DynamoDB item has at most 400 KB. */
const maxDictionaryBytes = 65_536;

const dictionary = z
  .array(
    z
      .string()
      .min(1)
      .max(200)
      .refine((phrase) => /[\p{L}\p{N}]/u.test(phrase), "must contain a letter or a digit"),
  )
  .max(1000)
  .refine(
    (phrases) => phrases.reduce((sum, phrase) => sum + utf8Bytes(phrase), 0) <= maxDictionaryBytes,
    `must have at most ${maxDictionaryBytes} bytes in total`,
  );

/** Rules on several fields are in core/tasks/request-rules.ts. */
export const createTaskBody = z
  .strictObject({
    templateId: z.string().min(1).meta({ description: "ID of a template from GET /templates." }),
    autoApprove: z
      .boolean()
      .optional()
      .meta({ description: "Renders without waiting for approval of the transcript." }),
    transcriptTaskId: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "ID of a task whose transcript is copied. Cannot be combined with transcript." }),
    language: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: `Spoken language; detected if absent. Case-insensitive. One of ${languageCodes.join(", ")}.`,
      }),
    translateTo: z.string().min(1).optional().meta({
      description:
        "Language of the captions. The transcript is translated sentence by sentence, and the translated words are distributed over the time of the sentence. A transcript that is already in this language is not translated. If the service does not support the language pair, the request is rejected with 400 TranslationUnsupported. If the spoken language is only detected later, the task fails with that name before rendering.",
    }),
    dub: z.boolean().optional().meta({
      description:
        "Replaces the speech with a voice-over in the translateTo language, in a matched voice: a synthetic voice with a similar pitch, not a copy of the speaker's voice. The background audio is kept, and the captions follow the new speech. Requires translateTo and outputMode composited. Cannot be combined with transcript or transcriptTaskId. Rejected with 403 DubConsentRequired if the account has not confirmed the consent of the speakers, and with 400 DubUnavailable if the service has no voice for the language. The task fails with NoSpeech if the video has no speech.",
    }),
    renderOptions: renderOptionsSchema.optional(),
    transcribeSettings: transcribeSettings.optional(),
    exportSettings: exportSettingsSchema.optional(),
    notification: notificationSchema.optional().meta({ description: "Webhooks for this task." }),
    transcript: submittedTranscriptSchema
      .optional()
      .meta({ description: "Transcript of the video. Transcription is skipped." }),
    autoCutSettings: autoCutSettings.optional().meta({
      description:
        "Removes pauses and disfluencies from the video. The transcript and all later times of the task refer to the cut video. The price is based on the duration of the source video.",
    }),
    referenceTranscript: z.array(referenceCue).max(50_000).optional().meta({
      description:
        "Phrases, such as the cues of a subtitle file, that correct the spelling, capitalization and punctuation of the transcript. Their times need not be exact. Words that are not spoken are not added. A text in another language or from another video has no effect. Ignored with transcript and transcriptTaskId.",
    }),
    dictionary: dictionary.optional(),
    metadata: newMetadataSchema.optional(),
  })
  .meta({ id: "CreateTaskRequest" });
/** The parsed body: times are `startSeconds` and `endSeconds`. */
export type CreateTaskBody = z.infer<typeof createTaskBody>;

export const createTaskQuery = ttlQuery.extend({
  dryRun: z
    .stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive" })
    .optional()
    .meta({
      type: "boolean",
      description: "If true, returns the cost of the task without creating it.",
    }),
});

export const taskCreatedSchema = z
  .object({
    taskId: z.string(),
    id: z.string().optional().meta({
      description:
        "ID of the task, equal to `taskId`. Only in the response of POST /videos/{videoId}/clipTask.",
    }),
  })
  .meta({ id: "TaskCreated" });
export const taskCostSchema = z.object({ cost: usd, currency: z.literal("USD") }).meta({ id: "TaskCost" });

const brollAttribution = z
  .object({
    source: z.string().meta({ description: "Name of the library.", example: "Pexels" }),
    author: z.string().meta({ description: "Name of the author." }),
    authorUrl: z.string().meta({ description: "URL of the author's page." }),
    pageUrl: z.string().meta({ description: "URL of the clip's page." }),
  })
  .meta({ id: "BrollAttribution" });

const shownBroll = z
  .object({
    startTime: z.number(),
    endTime: z.number(),
    url: z.string().meta({
      description:
        "URL of the clip. For a clip from the library of the operator, a signed URL that is valid until the task expires.",
    }),
    keyword: z
      .string()
      .optional()
      .meta({ description: "Keyword that matched, if the clip was chosen by the service." }),
    attribution: brollAttribution
      .optional()
      .meta({ description: "Attribution that the library requires, if the clip was chosen by the service." }),
  })
  .meta({ id: "Broll" });

/** Settings as the request had them. Without their names: the schemas of requests reject fields that later versions may add. */
const requestSettings = z.record(z.string(), z.unknown()).meta({ id: "RequestSettings" });

const storageIds = z
  .object({
    original: z.string(),
    render: z.string().nullable(),
    transcript: z.string().nullable(),
  })
  .meta({ id: "StorageIds" });

export const captioningTaskStatuses = z
  .enum(["pending", "transcribing", "transcriptionCompleted", "rendering", "completed", "failed"])
  .meta({ id: "CaptioningTaskStatus" });

export const taskStatusSchema = z
  .object({
    id: z.string(),
    videoId: z.string(),
    status: captioningTaskStatuses,
    transcript: z.string().nullable().meta({
      description:
        "Signed URL of the transcript, valid until the task expires; null until the transcription is complete.",
    }),
    downloadUrl: z.string().nullable().meta({
      description:
        "Signed URL of the output video, valid until the task expires; null until the task is completed.",
    }),
    transcriptApproved: z.boolean(),
    error: z
      .string()
      .nullable()
      .meta({ description: "Reason of the failure as `Name: sentence`; null unless the task failed." }),
    errorName: z.string().nullable(),
    warnings: warningsSchema,
    progress: z.number().int().min(0).max(100),
    storageIds,
    brolls: z.array(shownBroll).meta({
      description:
        "B-roll clips of the output video, as soon as they have been downloaded. Times are seconds of the output video.",
    }),
    templateId: z.string(),
    language: z.string().nullable().meta({
      description: "Language of the transcript; null until it is known.",
    }),
    renderOptions: requestSettings,
    exportSettings: requestSettings,
    cost: heldCost,
    metadata: metadataSchema.nullable(),
    createdAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
    expiresAt: timestampSchema,
  })
  .meta({ id: "CaptioningTask" });
export type TaskStatusView = z.infer<typeof taskStatusSchema>;

export const transcriptQuery = z.object({
  format: z
    .enum(["json", "srt", "vtt", "txt"])
    .meta({ id: "TranscriptFormat" })
    .optional()
    .meta({ description: "Format of the response. Defaults to json." }),
});

export const frameQuery = z.object({
  at: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a number of seconds, such as 12.3")
    .transform(Number)
    .meta({
      type: "number",
      minimum: 0,
      description: "Time of the frame in seconds of the output video, less than its duration.",
    }),
});

export const ifMatchHeader = z.object({
  "if-match": z.string().optional().meta({
    description:
      "ETag of the transcript that was read. The request is rejected with 412 if it has changed since.",
  }),
});
