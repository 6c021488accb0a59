import * as z from "zod";
import { clipDurationRanges, maxClipsPerTask } from "../../clips/duration-range.ts";
import { exportSettingsSchema, renderOptionsSchema } from "../../settings/render-settings.ts";
import { clipViewSchema } from "../../tasks/clip-view.ts";
import { metadataSchema, newMetadataSchema } from "../../tasks/metadata.ts";
import { notificationSchema } from "../../tasks/notification.ts";
import { timestampSchema } from "../../time/timestamp.ts";
import { usd, warningsSchema } from "./common.ts";

const clipCaptions = z
  .strictObject({
    templateId: z.string().min(1).meta({ description: "ID of a template from GET /templates." }),
    renderOptions: renderOptionsSchema.optional(),
  })
  .meta({ id: "ClipCaptions" });

export const createClipTaskBody = z
  .strictObject({
    maxClips: z.number().int().min(1).max(maxClipsPerTask).meta({
      description:
        "Maximum number of clips. The task creates fewer if the video is too short for more, or if no other passage scores nearly as well.",
      example: 3,
    }),
    durationRange: z.enum(clipDurationRanges).meta({
      id: "ClipDurationRange",
      description:
        "Duration of each clip in seconds: under 30, 30 to under 60, 60 to under 90, or 90 to under 180. The task fails with VideoTooShort if the video is shorter than the range.",
      example: "lt_30s",
    }),
    aspectRatio: exportSettingsSchema.shape.aspectRatio.meta({
      description:
        "Shape of the clips. Defaults to original. With another shape, the clip shows a crop of the source, which is never upscaled.",
    }),
    reframe: z.enum(["speaker", "center"]).meta({ id: "Reframe" }).optional().meta({
      description:
        "Content of the crop. `speaker` (default): the crop follows the faces. If several people do not fit, it follows the one who is speaking. In scenes without a face, it shows the center. `center`: the center of the source. Only valid with an aspectRatio other than original.",
    }),
    captions: clipCaptions.optional().meta({
      description:
        "Captions to burn into the clips, based on the `transcript` of the clip. No captions if absent. Included in the price.",
    }),
    excludeFlagged: z.boolean().optional().meta({
      description:
        "Excludes passages with hateful or obscene words. If no other passage is long enough, the task fails with NoUnflaggedClip and is not charged. Defaults to false; such clips then have `flags`.",
    }),
    hookTitle: z
      .union([z.literal("hook"), z.literal("theme")], "must be hook or theme")
      .optional()
      .meta({
        description:
          "Title to draw over the first 3 to 6 seconds of each clip, without covering the captions. `hook`: the `hook` of the clip, or its theme if the hook is longer than 90 characters (36 in Chinese and Japanese). `theme`: the theme. No title if absent. Included in the price.",
      }),
    notification: notificationSchema.optional().meta({
      description: "Webhooks for this task. All of them are of kind `tool`, with `tool: clip`.",
    }),
    metadata: newMetadataSchema.optional(),
  })
  .meta({ id: "CreateClipTaskRequest" });
export type CreateClipTaskBody = z.infer<typeof createClipTaskBody>;

export const clipTaskStatuses = z
  .enum(["pending", "clipping", "clipped", "completed", "failed"])
  .meta({ id: "ClipTaskStatus" });

export const clipTaskStatusSchema = z
  .object({
    id: z.string(),
    videoId: z.string(),
    status: clipTaskStatuses,
    clips: z.array(clipViewSchema).meta({
      description:
        "The clips, best first, once the task is completed. Their URLs are valid until the task expires.",
    }),
    error: z
      .string()
      .optional()
      .meta({ description: "Reason of the failure as `Name: sentence`. Present only if the task failed." }),
    errorName: z.string().nullable(),
    warnings: warningsSchema,
    progress: z.number().int().min(0).max(100),
    cost: usd.nullable().meta({
      description:
        "Amount held for maxClips clips; after completion, the amount charged for the clips that were made. Null until the duration of the video is known.",
    }),
    metadata: metadataSchema.nullable(),
    createdAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
    expiresAt: timestampSchema,
  })
  .meta({ id: "ClipTask" });
export type ClipTaskStatusView = z.infer<typeof clipTaskStatusSchema>;
