import { z } from "zod";
import { timestampSchema } from "../../time/timestamp.ts";

const videoStatus = z.enum(["todo", "inProgress", "uploaded", "aborted"]);

export const createVideoFromUrlBody = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(8192)
    .meta({ description: "http or https address of an mp4, mov or audio file." }),
});

export const videoCreatedSchema = z.object({ id: z.string(), status: videoStatus, storageId: z.string() });

export const createUploadBody = z.strictObject({
  filename: z.string().min(1).max(1024),
  uploadParts: z
    .array(
      z.strictObject({
        contentLength: z
          .number()
          .int()
          .min(1)
          .meta({ description: "Size of the part in bytes.", maximum: 5 * 1024 ** 3 }),
      }),
    )
    .min(1)
    .max(10_000),
});

const part = z.object({ partNumber: z.number().int(), presignedUrl: z.string() });

export const uploadCreatedSchema = z.object({
  uploadId: z.string(),
  videoId: z.string(),
  urls: z.array(z.string()).meta({ description: "One PUT address per part, in order." }),
  parts: z.array(part).optional().meta({
    description:
      "The same addresses with their numbers. Left out when the answer would be too large for a client that sends no Accept-Encoding: gzip.",
  }),
  storageId: z.string(),
  urlsExpireAt: timestampSchema,
});

export const signUploadUrlsBody = z.strictObject({
  uploadId: z.string().min(1),
  videoId: z.string().min(1),
  partNumbers: z.array(z.number().int().min(1).max(10_000)).min(1).max(10_000),
});

export const uploadUrlsSchema = uploadCreatedSchema.pick({ urls: true, parts: true, urlsExpireAt: true });

export const completeUploadBody = z.strictObject({
  uploadId: z.string().min(1),
  videoId: z.string().min(1),
  /** Clients written for S3 send ETags here; the service lists the parts itself. */
  parts: z.array(z.unknown()).max(10_000).optional().meta({ description: "Accepted and ignored." }),
});

export const uploadCompletedSchema = z.object({
  id: z.string(),
  videoId: z.string(),
  status: videoStatus,
  storageId: z.string(),
});

export const videoItemSchema = z
  .object({
    id: z.string(),
    filename: z.string().nullable(),
    status: videoStatus,
    storageId: z.string(),
    metadata: z
      .object({
        id: z.string(),
        duration: z.number().meta({ description: "Seconds." }),
        width: z.number().int().nullable().meta({ description: "Pixels as shown, rotation applied." }),
        height: z.number().int().nullable(),
        fps: z.number().nullable(),
        hasAudio: z.boolean(),
        hasVideo: z.boolean(),
      })
      .nullable(),
    ttl: z.enum(["1d", "7d", "30d"]),
    expiresAt: timestampSchema,
    videoTasks: z.array(z.string()).meta({ description: "Ids of the video's captioning tasks." }),
    clipTasks: z.array(z.string()),
    createdAt: timestampSchema,
    error: z.string().optional().meta({ description: "Why the video was aborted: `Name: sentence`." }),
  })
  .meta({ id: "Video" });
export type VideoItem = z.infer<typeof videoItemSchema>;

export const videoListSchema = z.object({
  data: z.array(videoItemSchema),
  page: z.number().int(),
  limit: z.number().int(),
  totalCount: z.number().int(),
});
