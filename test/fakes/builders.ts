import { v7 } from "uuid";
import type { Account } from "../../core/accounts/account.ts";
import type { CaptioningTask } from "../../core/tasks/captioning-task.ts";
import type { ClipTask } from "../../core/tasks/clip-task.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import type { Video } from "../../core/videos/video.ts";

/** Minimal valid records; tests override the relevant fields. */
export const createdAt = "2026-03-01T12:00:00.000Z";
export const expiresAt = "2026-03-31T12:00:00.000Z";

export const anAccount = (fields: Partial<Account> = {}): Account => ({
  id: v7(),
  name: "Test",
  plan: "standard",
  webhookSecret: "whsec_dGVzdA==",
  balanceMicroUsd: 0,
  heldMicroUsd: 0,
  suspendedAt: null,
  dubConsentAt: null,
  createdAt,
  ...fields,
});

/** One minute of 1080 × 1920 at 30 frames per second, with audio. */
export const someMedia = (fields: Partial<MediaInfo> = {}): MediaInfo => ({
  container: "mp4",
  durationSeconds: 60,
  width: 1080,
  height: 1920,
  video: {
    streamIndex: 0,
    codec: "h264",
    pixelFormat: "yuv420p",
    codedWidth: 1080,
    codedHeight: 1920,
    sampleAspectRatio: { num: 1, den: 1 },
    rotation: 0,
    mirrored: false,
    frameRate: { num: 30000, den: 1001 },
    isVariableFrameRate: false,
    longestFrameSeconds: 1001 / 30000,
    frameCount: 1798,
    startSeconds: 0,
    durationSeconds: 60,
    colorSpace: "bt709",
    colorTransfer: "bt709",
    colorPrimaries: "bt709",
    colorRange: "tv",
    isInterlaced: false,
  },
  audio: {
    streamIndex: 1,
    codec: "aac",
    channels: 2,
    channelLayout: "stereo",
    sampleRate: 48000,
    startSeconds: 0,
    durationSeconds: 60,
  },
  sizeBytes: 1_000_000,
  ...fields,
});

type Overrides<T> = T extends unknown ? Partial<T> : never;

export const aVideo = (fields: Overrides<Video> = {}): Video =>
  ({
    id: v7(),
    accountId: "account",
    storageId: v7(),
    filename: "interview.mp4",
    origin: { kind: "direct" },
    ttl: "30d",
    createdAt,
    updatedAt: createdAt,
    expiresAt,
    sequence: 0,
    attempt: 0,
    status: "uploaded",
    ...(fields.status === undefined || fields.status === "uploaded" ? { media: someMedia() } : {}),
    ...fields,
  }) as Video;

export const aTask = (fields: Overrides<CaptioningTask> = {}): CaptioningTask =>
  ({
    id: v7(),
    kind: "captioning",
    accountId: "account",
    videoId: v7(),
    request: {
      templateId: "4b0f3c51-7a39-4f0e-9d5c-0b7d1f4f8a01",
      autoApprove: false,
      language: null,
      source: { kind: "speech" },
      renderOptions: {},
      exportSettings: {},
      dictionary: [],
      metadata: null,
    },
    ttl: "30d",
    createdAt,
    updatedAt: createdAt,
    expiresAt,
    sequence: 0,
    attempt: 0,
    executionArn: null,
    stageProgress: 0,
    transcriptApproved: false,
    transcriptRevision: 0,
    detectedLanguage: null,
    costMicroUsd: null,
    mediaMilliseconds: null,
    status: "pending",
    ...(fields.status === undefined || fields.status === "pending" ? { waitsForVideo: false } : {}),
    ...fields,
  }) as CaptioningTask;

export const aClipTask = (fields: Overrides<ClipTask> = {}): ClipTask =>
  ({
    id: v7(),
    kind: "clip",
    accountId: "account",
    videoId: v7(),
    request: { maxClips: 3, durationRange: "lt_30s", metadata: null },
    ttl: "30d",
    createdAt,
    updatedAt: createdAt,
    expiresAt,
    sequence: 0,
    attempt: 0,
    executionArn: null,
    stageProgress: 0,
    costMicroUsd: null,
    mediaMilliseconds: null,
    status: "pending",
    ...(fields.status === undefined || fields.status === "pending" ? { waitsForVideo: false } : {}),
    ...fields,
  }) as ClipTask;
