import { z } from "zod";
import { exportSettingsSchema, renderOptionsSchema } from "../render-plan/settings.ts";
import { ttlSchema } from "../videos/video.ts";
import { notificationSchema } from "../webhooks/notification.ts";

/** The part of the create-task body that the record keeps; large lists lie in the bucket beside it. */
export const captioningRequestSchema = z.object({
  templateId: z.string(),
  autoApprove: z.boolean(),
  language: z.string().nullable(),
  /** Absent: the words stay in their language. */
  translateTo: z.string().optional(),
  /** Where the words come from. */
  source: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("speech") }),
    z.object({ kind: z.literal("supplied") }),
    z.object({ kind: z.literal("copy"), transcriptTaskId: z.string() }),
  ]),
  renderOptions: renderOptionsSchema,
  exportSettings: exportSettingsSchema,
  dictionary: z.array(z.string()),
  /** How many cues of a reference were given (referenceKey); absent: none. */
  referenceCues: z.number().int().positive().optional(),
  /** Absent: nothing is cut. */
  autoCut: z
    .object({ silenceRemoval: z.number().min(0).max(1).nullable(), disfluencyRemoval: z.boolean() })
    .optional(),
  metadata: z.record(z.string(), z.string()).nullable(),
  /** How many b-rolls were given; absent: none. */
  customBrolls: z.number().int().positive().optional(),
  /** Part of the film to cover with clips of the service's choosing; absent: none. */
  brollPercent: z.number().positive().max(100).optional(),
  notification: notificationSchema.optional(),
});
export type CaptioningRequest = z.infer<typeof captioningRequestSchema>;

const base = z.object({
  id: z.string(),
  accountId: z.string(),
  videoId: z.string(),
  request: captioningRequestSchema,
  ttl: ttlSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  sequence: z.number().int().nonnegative(),
  /** How many executions have been started for it; the reconciler starts the next one when an execution died. */
  attempt: z.number().int().nonnegative(),
  executionArn: z.string().nullable(),
  /** Executions started again within the present status because one had died; absent means none. */
  redrives: z.number().int().nonnegative().optional(),
  /** Done part of the present status, 0 to 1; written by the containers, back to 0 at each status change. */
  stageProgress: z.number().min(0).max(1),
  /** Set from creation with autoApprove. */
  transcriptApproved: z.boolean(),
  /** Revision of the transcript now stored; 0 while there is none. */
  transcriptRevision: z.number().int().nonnegative(),
  /** True once the clips and the plan of the b-rolls lie in the bucket (core/broll/broll-plan.ts). */
  hasBrollPlan: z.boolean().optional(),
  /** Found by the recogniser or given by the client. */
  detectedLanguage: z.string().nullable(),
  /** Set, with the first transcript, when its words have been translated. */
  translatedTo: z.string().optional(),
  /**
   * Set, with the first transcript, once the cuts that were asked for are decided, also when there was nothing to cut
   * (`isCut` false: the film is as long as its source). The list itself lies in the bucket (cutListKey).
   */
  autoCut: z.object({ isCut: z.boolean(), durationSeconds: z.number().positive() }).optional(),
  /**
   * What the task costs, integer micro-USD; null until the media's duration is known. The store moves the money in the
   * same transaction as the record: setting it holds, `completed` charges, `failed` gives back (core/billing/task-money.ts).
   */
  costMicroUsd: z.number().int().nonnegative().nullable(),
  /** The decoded duration that the cost was reckoned from; set together with it. */
  mediaMilliseconds: z.number().int().nonnegative().nullable().default(null),
});

export const captioningTaskSchema = z.discriminatedUnion("status", [
  /** One that `waitsForVideo` stands aside of its account's queue until the video has arrived. */
  base.extend({ status: z.literal("pending"), waitsForVideo: z.boolean().default(false) }),
  base.extend({ status: z.literal("transcribing") }),
  base.extend({ status: z.literal("transcriptionCompleted"), taskToken: z.string() }),
  /** The token of a wait that an approval ended, so that a lost success can be sent again. */
  base.extend({ status: z.literal("rendering"), taskToken: z.string().optional() }),
  base.extend({ status: z.literal("completed"), outputKey: z.string(), completedAt: z.string() }),
  base.extend({
    status: z.literal("failed"),
    errorName: z.string(),
    error: z.string(),
    completedAt: z.string(),
  }),
]);
export type CaptioningTask = z.infer<typeof captioningTaskSchema>;
export type CaptioningStatus = CaptioningTask["status"];

/**
 * The only moves that a captioning task makes. Source: specification, "Captioning task status".
 * transcriptionCompleted → transcriptionCompleted and the like (a re-driven execution) are not moves.
 */
export const captioningTransitions: Readonly<Record<CaptioningStatus, readonly CaptioningStatus[]>> = {
  pending: ["transcribing", "failed"],
  transcribing: ["transcriptionCompleted", "rendering", "failed"],
  transcriptionCompleted: ["rendering", "failed"],
  rendering: ["completed", "failed"],
  completed: [],
  failed: [],
};

/** What the transcript is written in: the rules of its captions. */
export const transcriptLanguage = (
  task: Pick<CaptioningTask, "translatedTo" | "detectedLanguage" | "request">,
): string | null => task.translatedTo ?? task.detectedLanguage ?? task.request.language;

/** Length of a task's film on the time line that its transcript and b-rolls are on: what is left when it is cut. */
export const filmSeconds = (task: Pick<CaptioningTask, "autoCut">, mediaSeconds: number): number =>
  task.autoCut?.durationSeconds ?? mediaSeconds;
