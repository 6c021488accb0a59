import { z } from "zod";
import { exportSettingsSchema, renderOptionsSchema } from "../settings/render-settings.ts";
import { notificationSchema } from "./notification.ts";
import { failedTaskFields, pendingTask, taskBase } from "./task-base.ts";

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

const base = taskBase.extend({
  /** Records of earlier versions have none. */
  kind: z.literal("captioning").default("captioning"),
  request: captioningRequestSchema,
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
});

export const captioningTaskSchema = z.discriminatedUnion("status", [
  base.extend(pendingTask),
  base.extend({ status: z.literal("transcribing") }),
  base.extend({ status: z.literal("transcriptionCompleted"), taskToken: z.string() }),
  /** The token of a wait that an approval ended, so that a lost success can be sent again. */
  base.extend({ status: z.literal("rendering"), taskToken: z.string().optional() }),
  base.extend({ status: z.literal("completed"), outputKey: z.string(), completedAt: z.string() }),
  base.extend(failedTaskFields),
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
