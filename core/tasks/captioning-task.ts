import * as z from "zod";
import { exportSettingsSchema, renderOptionsSchema } from "../settings/render-settings.ts";
import { notificationSchema } from "./notification.ts";
import { failedTaskFields, pendingTask, taskBase } from "./task-base.ts";

/** The part of the create-task body that is stored in the record; large lists are stored in the bucket. */
export const captioningRequestSchema = z.object({
  templateId: z.string(),
  autoApprove: z.boolean(),
  language: z.string().nullable(),
  /** Absent: no translation. */
  translateTo: z.string().optional(),
  /** Set if the speech is replaced by a voice-over in `translateTo`. */
  dub: z.literal(true).optional(),
  /** Source of the transcript. */
  source: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("speech") }),
    z.object({ kind: z.literal("supplied") }),
    z.object({ kind: z.literal("copy"), transcriptTaskId: z.string() }),
  ]),
  renderOptions: renderOptionsSchema,
  exportSettings: exportSettingsSchema,
  dictionary: z.array(z.string()),
  /** Number of cues of the reference transcript (referenceKey); absent: none. */
  referenceCues: z.number().int().positive().optional(),
  /** Absent: no cuts. */
  autoCut: z
    .object({ silenceRemoval: z.number().min(0).max(1).nullable(), disfluencyRemoval: z.boolean() })
    .optional(),
  metadata: z.record(z.string(), z.string()).nullable(),
  /** Number of b-rolls in the request; absent: none. */
  customBrolls: z.number().int().positive().optional(),
  /** Percentage of the output to cover with clips that the service chooses; absent: none. */
  brollPercent: z.number().positive().max(100).optional(),
  notification: notificationSchema.optional(),
});
export type CaptioningRequest = z.infer<typeof captioningRequestSchema>;

const base = taskBase.extend({
  kind: z.literal("captioning"),
  request: captioningRequestSchema,
  /** True from creation with autoApprove. */
  transcriptApproved: z.boolean(),
  /** Revision of the current transcript; 0 before the first. */
  transcriptRevision: z.number().int().nonnegative(),
  /** True once the b-roll clips and their plan are in the bucket (core/broll/broll-plan.ts). */
  hasBrollPlan: z.boolean().optional(),
  /** Detected by the recognizer or given by the client. */
  detectedLanguage: z.string().nullable(),
  /** Set with the first transcript if it was translated. */
  translatedTo: z.string().optional(),
  /** Set with `translatedTo` if the language pair is of lower quality. */
  hasRoughTranslation: z.literal(true).optional(),
  /** Set with the first transcript of a dub: the sentences that do not fit the time of their originals. */
  longDubSentences: z.number().int().positive().optional(),
  /**
   * Set with the first transcript once the requested cuts are decided, also when nothing was cut (`isCut` false: the output
   * is as long as its source). The list itself is in the bucket (cutListKey).
   */
  autoCut: z.object({ isCut: z.boolean(), durationSeconds: z.number().positive() }).optional(),
});

export const captioningTaskSchema = z.discriminatedUnion("status", [
  base.extend(pendingTask),
  base.extend({ status: z.literal("transcribing") }),
  base.extend({ status: z.literal("transcriptionCompleted"), taskToken: z.string() }),
  /** Token of the approval step, kept so that a lost success can be sent again. */
  base.extend({ status: z.literal("rendering"), taskToken: z.string().optional() }),
  base.extend({ status: z.literal("completed"), outputKey: z.string(), completedAt: z.string() }),
  base.extend(failedTaskFields),
]);
export type CaptioningTask = z.infer<typeof captioningTaskSchema>;
export type CaptioningStatus = CaptioningTask["status"];

/**
 * The legal transitions of a captioning task. Source: specification, "Captioning task status". A write that keeps the
 * status, as of a redriven execution, is not a transition.
 */
export const captioningTransitions: Readonly<Record<CaptioningStatus, readonly CaptioningStatus[]>> = {
  pending: ["transcribing", "failed"],
  transcribing: ["transcriptionCompleted", "rendering", "failed"],
  transcriptionCompleted: ["rendering", "failed"],
  rendering: ["completed", "failed"],
  completed: [],
  failed: [],
};

/** Returns the language of the transcript and its captions; null when unknown. */
export const transcriptLanguage = (
  task: Pick<CaptioningTask, "translatedTo" | "detectedLanguage" | "request">,
): string | null => task.translatedTo ?? task.detectedLanguage ?? task.request.language;

/** Returns the duration of a task's output in seconds: of the time line of its transcript and b-rolls, after cuts. */
export const outputDurationSeconds = (task: Pick<CaptioningTask, "autoCut">, mediaSeconds: number): number =>
  task.autoCut?.durationSeconds ?? mediaSeconds;
