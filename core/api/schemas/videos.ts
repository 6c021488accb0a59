import * as z from "zod";
import { timestampSchema } from "../../time/timestamp.ts";
import { maxSourceUrlLength } from "../../videos/source-url-length.ts";
import { ttlComponent, warningsSchema } from "./common.ts";

const videoStatus = z.enum(["todo", "inProgress", "uploaded", "aborted"]).meta({ id: "VideoStatus" });

export const createVideoFromUrlBody = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(maxSourceUrlLength)
      .meta({ description: "http or https URL of an mp4, mov or audio file." }),
  })
  .meta({ id: "CreateVideoFromUrlRequest" });

export const videoCreatedSchema = z
  .object({
    id: z.string(),
    videoId: z.string().optional().meta({
      description: "ID of the video, equal to `id`. Only in the response of POST /videos/upload/complete.",
    }),
    status: videoStatus,
    storageId: z.string(),
  })
  .meta({ id: "VideoCreated" });

export const createUploadBody = z
  .strictObject({
    filename: z.string().min(1).max(1024),
    uploadParts: z
      .array(
        z
          .strictObject({
            contentLength: z
              .number()
              .int()
              .min(1)
              .meta({ description: "Size of the part in bytes.", maximum: 5 * 1024 ** 3 }),
          })
          .meta({ id: "UploadPart" }),
      )
      .min(1)
      .max(10_000),
  })
  .meta({ id: "CreateUploadRequest" });

const signedPart = z
  .object({ partNumber: z.number().int(), presignedUrl: z.string() })
  .meta({ id: "SignedUploadPart" });

export const multipartUploadSchema = z
  .object({
    uploadId: z.string(),
    videoId: z.string(),
    storageId: z.string(),
    urls: z.array(z.string()).meta({ description: "One URL per part, in order. Upload each part with PUT." }),
    parts: z.array(signedPart).optional().meta({
      description:
        "The same URLs with their part numbers. Absent if the uncompressed response would be too large and the client does not send Accept-Encoding: gzip.",
    }),
    urlsExpireAt: timestampSchema,
  })
  .meta({ id: "MultipartUpload" });

export const signUploadUrlsBody = z
  .strictObject({
    uploadId: z.string().min(1),
    videoId: z.string().min(1),
    partNumbers: z.array(z.number().int().min(1).max(10_000)).min(1).max(10_000),
  })
  .meta({ id: "SignUploadUrlsRequest" });

export const completeUploadBody = z
  .strictObject({
    uploadId: z.string().min(1),
    videoId: z.string().min(1),
    /** Clients written for S3 send ETags; the service lists the parts itself. */
    parts: z.array(z.unknown()).max(10_000).optional().meta({ description: "Accepted and ignored." }),
  })
  .meta({ id: "CompleteUploadRequest" });

const videoMetadata = z
  .object({
    id: z.string(),
    duration: z.number().meta({ description: "Duration in seconds." }),
    width: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Width in pixels after rotation; null without a video stream." }),
    height: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Height in pixels after rotation; null without a video stream." }),
    fps: z.number().nullable(),
    hasAudio: z.boolean(),
    hasVideo: z.boolean(),
  })
  .meta({ id: "VideoMetadata" });

export const videoItemSchema = z
  .object({
    id: z.string(),
    filename: z.string().nullable(),
    status: videoStatus,
    storageId: z.string(),
    metadata: videoMetadata.nullable(),
    warnings: warningsSchema,
    ttl: ttlComponent,
    expiresAt: timestampSchema,
    videoTasks: z
      .array(z.string())
      .meta({ description: "IDs of the captioning tasks of the video, oldest first." }),
    clipTasks: z.array(z.string()).meta({ description: "IDs of the clip tasks of the video, oldest first." }),
    createdAt: timestampSchema,
    error: z
      .string()
      .optional()
      .meta({ description: "Reason as `Name: sentence`. Present only if the video was aborted." }),
    errorName: z.string().optional().meta({
      description: "Stable name of the reason. Present only if the video was aborted.",
      example: "DownloadFailed",
    }),
  })
  .meta({ id: "Video" });
export type VideoItem = z.infer<typeof videoItemSchema>;

export const playbackSchema = z
  .object({
    url: z.string().meta({
      description: "Signed URL of the source video, valid until the video expires. Supports range requests.",
    }),
    expiresAt: timestampSchema.meta({ description: "Time until which the URLs are valid, UTC." }),
    proxyStatus: z.string().meta({
      description:
        "State of the playback files: `off` (disabled by the operator), `none` (not requested), `preparing`, `ready`, or `failed` (creation failed; send the request again after an hour).",
      example: "ready",
    }),
    proxyUrl: z.string().nullable().meta({
      description:
        "Signed URL of a copy that all browsers can play: MP4 with H.264 and AAC, at most 540 pixels on the shorter side. Its timeline is that of the outputs. Null until proxyStatus is ready.",
    }),
    posterUrl: z.string().nullable().meta({
      description: "Signed URL of a still image in JPEG format. Null without a video stream.",
    }),
    peaksUrl: z.string().nullable().meta({
      description:
        "Signed URL of a JSON waveform: `{peaksPerSecond: 100, peaks: [0 to 255, …]}`. Null without audio.",
    }),
  })
  .meta({ id: "Playback" });
export type Playback = z.infer<typeof playbackSchema>;

export const videoListSchema = z
  .object({
    data: z.array(videoItemSchema),
    page: z.number().int(),
    limit: z.number().int(),
    totalCount: z.number().int(),
  })
  .meta({ id: "VideoList" });
