import * as z from "zod";
import { type LanguageCode, languageCodes } from "../languages/languages.ts";

const seconds = z.number().nonnegative();
/** The text of a sentence: 0 the first translation (absent the same), 1 a shorter one. */
const version = z.union([z.literal(0), z.literal(1)]).optional();

/** The input of the dub container, in the bucket (dubJobKey). containers/dub/job.py has the same shapes. */
export const dubJobSchema = z.object({
  sourceKey: z.string(),
  /** Prefix of the keys of everything that the container writes. */
  prefix: z.string(),
  /** The streams that are mixed, and second 0 of the video on the clock of its file. */
  audio: z.object({ streamIndexes: z.array(z.number().int()), zeroSeconds: z.number() }),
  mediaSeconds: z.number().positive(),
  /** Language of the speech. */
  language: z.enum(languageCodes as readonly [LanguageCode, ...LanguageCode[]]),
  /** What is spoken, and the span of the original on the time line of the video, by start. */
  sentences: z.array(
    z.object({
      text: z.string(),
      startSeconds: seconds,
      endSeconds: seconds,
      version,
      /** Whether the translator left the text as it was, so that its speech would not be understood. */
      isUntranslated: z.literal(true).optional(),
    }),
  ),
  /** 1: the job of shorter texts, whose other sentences have been spoken. */
  version,
});
export type DubJob = z.infer<typeof dubJobSchema>;

/** The sentences of a job as they were spoken, in its order; times are at tempo 1. Levels in dB relative to full scale. */
export const spokenSchema = z.object({
  sentences: z.array(
    z.object({
      seconds: z.number().positive(),
      /** Loudness of the speech without its pauses, K-weighted. */
      loudnessDb: z.number(),
      peakDb: z.number(),
      /** The same of the original speech. */
      originalLoudnessDb: z.number(),
      voice: z.string(),
      /** Share of wrong words when the sentence was transcribed back. */
      errorRate: z.number().nonnegative(),
      /** Whether no attempt was understood well. */
      isDoubtful: z.boolean(),
      /** The words of the text, with their punctuation. */
      words: z.array(z.object({ text: z.string(), startSeconds: seconds, endSeconds: seconds })),
    }),
  ),
});
export type Spoken = z.infer<typeof spokenSchema>;

/** The sentences in the dubbed audio: `index` counts those of the job from 0. */
export const dubPlanSchema = z.object({
  clips: z.array(
    z.object({
      index: z.number().int().nonnegative(),
      version,
      startSeconds: seconds,
      endSeconds: seconds,
      tempo: z.number().positive(),
      gainDb: z.number(),
      /** Whether it does not fit the time of its original, and delays those that follow. */
      isTooLong: z.boolean(),
    }),
  ),
});
export type DubPlan = z.infer<typeof dubPlanSchema>;

/** The stream of the dubbed audio, AAC. Source: containers/dub/mix_step.py. */
export const dubbedAudioStream = (mediaSeconds: number) => ({
  streamIndex: 0,
  codec: "aac",
  channels: 2,
  channelLayout: "stereo",
  sampleRate: 44_100,
  startSeconds: 0,
  durationSeconds: mediaSeconds,
});
