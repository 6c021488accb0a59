import * as z from "zod";
import { NamedError } from "../errors.ts";
import { rationalSchema } from "../time/rational.ts";

export const videoStreamSchema = z.object({
  streamIndex: z.number().int().nonnegative(),
  codec: z.string(),
  pixelFormat: z.string(),
  /** Size of the stored frame, before rotation and sample aspect. */
  codedWidth: z.number().int().positive(),
  codedHeight: z.number().int().positive(),
  sampleAspectRatio: rationalSchema,
  /** Clockwise degrees by which a player turns the stored frame. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** True when the display matrix mirrors the frame as well. */
  mirrored: z.boolean(),
  frameRate: rationalSchema,
  isVariableFrameRate: z.boolean(),
  /** Longest duration of a frame, without the last one. */
  longestFrameSeconds: z.number().nonnegative(),
  frameCount: z.number().int().nonnegative(),
  startSeconds: z.number(),
  /**
   * Seconds by which FFmpeg shows the frames too early, for an edit list that it misreads; included in `startSeconds`.
   * Absent: none.
   */
  shiftSeconds: z.number().optional(),
  durationSeconds: z.number().nonnegative(),
  /** ffprobe names (bt709, smpte170m, bt2020nc, …); "unknown" when untagged. */
  colorSpace: z.string(),
  colorTransfer: z.string(),
  colorPrimaries: z.string(),
  colorRange: z.enum(["tv", "pc", "unknown"]),
  isInterlaced: z.boolean(),
});
export type VideoStream = z.infer<typeof videoStreamSchema>;

const audioTrackSchema = z.object({
  streamIndex: z.number().int().nonnegative(),
  codec: z.string(),
  channels: z.number().int().positive(),
  channelLayout: z.string(),
  sampleRate: z.number().int().positive(),
  startSeconds: z.number(),
  durationSeconds: z.number().nonnegative(),
  /**
   * AAC that cannot be copied packet by packet: some packets do not decode, edits hide some between others, which would
   * be audible again, or the decoder's configuration is missing. Absent: no reason is known.
   */
  mustBeEncoded: z.boolean().optional(),
});
export type AudioTrack = z.infer<typeof audioTrackSchema>;

/** One audio track, or several that are mixed: then the other fields describe the mix. */
export const audioStreamSchema = audioTrackSchema.extend({
  /** The tracks of a mix, two or more, the main one first. Absent: the one track of `streamIndex`. */
  mixedTracks: z.array(audioTrackSchema).optional(),
});
export type AudioStream = z.infer<typeof audioStreamSchema>;

/**
 * The probed media of an uploaded file: one video stream and the audio that choose-audio.ts selects.
 * `width` and `height` are what a player shows: rotation and sample aspect applied.
 */
export const mediaInfoSchema = z.object({
  container: z.string(),
  /** Measured from packets, because the durations that containers state may be wrong. Seconds, millisecond precision. */
  durationSeconds: z.number().positive(),
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  video: videoStreamSchema.nullable(),
  audio: audioStreamSchema.nullable(),
  /**
   * Where FFmpeg has second 0 on the file's clock: the earliest start of all streams, also of those that are not used.
   * Absent in records of earlier versions.
   */
  clockStartSeconds: z.number().optional(),
  /** Codec of the audio when the file has some and none of it can be decoded; `audio` is then null. */
  undecodableAudio: z.string().optional(),
  /**
   * Streams with content that are left out while others of their kind are used: those that cannot be decoded, and audible
   * tracks with other content that the choice of audio does not use. Absent: none.
   */
  leftOut: z
    .array(
      z.object({
        kind: z.enum(["video", "audio"]),
        codec: z.string(),
        reason: z.enum(["undecodable", "unused"]),
      }),
    )
    .optional(),
  sizeBytes: z.number().int().nonnegative(),
});
export type MediaInfo = z.infer<typeof mediaInfoSchema>;
export type LeftOutStream = NonNullable<MediaInfo["leftOut"]>[number];

/** Throws AudioUnreadable for media whose audio cannot be decoded, when a task needs it: silence would be a wrong result. */
export const checkAudioForSpeech = ({ undecodableAudio }: MediaInfo): void => {
  if (undecodableAudio === undefined) return;
  throw new NamedError(
    "AudioUnreadable",
    `The audio (${undecodableAudio}) cannot be decoded, so it cannot be transcribed. Export the video with AAC audio, or supply a transcript.`,
  );
};

/** Returns the tracks that are decoded for a file's audio, in order. */
export const audioTracks = (audio: AudioStream): readonly AudioTrack[] => audio.mixedTracks ?? [audio];

/** Returns second 0 of a video on the clock of its file: the earliest start of the streams that are used. */
export const zeroSeconds = ({ video, audio }: Pick<MediaInfo, "video" | "audio">): number =>
  Math.min(...[video, audio].flatMap((stream) => (stream ? [stream.startSeconds] : [])));

/** Returns the seconds from FFmpeg's second 0 to that of the video: by so much other streams of the file start earlier. */
export const unusedStartSeconds = (
  media: Pick<MediaInfo, "video" | "audio" | "clockStartSeconds">,
): number => {
  const zero = zeroSeconds(media);
  return Math.max(0, zero - (media.clockStartSeconds ?? zero));
};
