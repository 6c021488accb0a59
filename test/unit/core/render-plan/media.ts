import type { AudioStream, MediaInfo, VideoStream } from "../../../../core/videos/media-info.ts";

export const videoStream = (changes: Partial<VideoStream> = {}): VideoStream => ({
  streamIndex: 0,
  codec: "h264",
  pixelFormat: "yuv420p",
  codedWidth: 1920,
  codedHeight: 1080,
  sampleAspectRatio: { num: 1, den: 1 },
  rotation: 0,
  mirrored: false,
  frameRate: { num: 30, den: 1 },
  isVariableFrameRate: false,
  longestFrameSeconds: 1 / 30,
  frameCount: 300,
  startSeconds: 0,
  durationSeconds: 10,
  colorSpace: "bt709",
  colorTransfer: "bt709",
  colorPrimaries: "bt709",
  colorRange: "tv",
  isInterlaced: false,
  ...changes,
});

export const audioStream = (changes: Partial<AudioStream> = {}): AudioStream => ({
  streamIndex: 1,
  codec: "aac",
  channels: 2,
  channelLayout: "stereo",
  sampleRate: 48_000,
  startSeconds: 0,
  durationSeconds: 10,
  ...changes,
});

export const mediaInfo = (changes: Partial<MediaInfo> = {}): MediaInfo => {
  const video = changes.video === undefined ? videoStream() : changes.video;
  return {
    container: "mov",
    durationSeconds: 10,
    width: video?.codedWidth ?? null,
    height: video?.codedHeight ?? null,
    audio: audioStream(),
    sizeBytes: 1_000_000,
    ...changes,
    video,
  };
};
