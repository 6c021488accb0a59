import { transcribeCodeOf } from "./transcribe-languages.ts";

/** The operator's setting. */
export const transcriberOptions = ["auto", "transcribe", "whisper"] as const;
export type TranscriberOption = (typeof transcriberOptions)[number];

export type SpeechEngine = "transcribe" | "whisper";

export interface EngineChoice {
  engine: SpeechEngine;
  /** What takes over when that one fails or refuses; null: nothing else can do what is asked. */
  fallback: SpeechEngine | null;
}

export interface SpeechRequirements {
  /** Null: to be found out. */
  language: string | null;
  hasDictionary: boolean;
  listenFor: { words: boolean; disfluencies: boolean; sounds: boolean; english: boolean };
  durationSeconds: number;
}

/**
 * Bounds of an Amazon Transcribe job. Its 2 GB are never met: what it gets is mono at 16 kHz, at most 0.46 GB in four hours.
 * Source: Transcribe's guide, "Guidelines and quotas"; its newest editions say eight hours, and the shorter is safe.
 */
const minSeconds = 0.5;
const maxSeconds = 4 * 3600;

export const fitsTranscribe = (durationSeconds: number): boolean =>
  durationSeconds >= minSeconds && durationSeconds <= maxSeconds;

/**
 * Whether Amazon Transcribe can do what is asked: it has the language (or is to find it out), the media is within its bounds,
 * and only words are wanted. It leaves fillers out, tells nothing of sounds that are no words, and does not translate.
 */
const transcribeSupports = ({ language, listenFor, durationSeconds }: SpeechRequirements): boolean =>
  listenFor.words &&
  !listenFor.disfluencies &&
  !listenFor.sounds &&
  !listenFor.english &&
  fitsTranscribe(durationSeconds) &&
  (language === null || transcribeCodeOf(language) !== null);

/**
 * Which engine recognises a task's speech. Whisper serves every language and everything that can be asked.
 *
 * - `auto`: Transcribe where it serves the task; Whisper where a dictionary is to bias the recognition, which a batch job
 *   cannot take. Each takes over from the other.
 * - `transcribe`: Transcribe where it serves the task; Whisper for the rest and when Transcribe fails.
 * - `whisper`: Whisper for all, and nothing else: the media go to no other party.
 */
export const chooseEngine = (option: TranscriberOption, wish: SpeechRequirements): EngineChoice => {
  if (option === "whisper" || !transcribeSupports(wish)) return { engine: "whisper", fallback: null };
  return option === "auto" && wish.hasDictionary
    ? { engine: "whisper", fallback: "transcribe" }
    : { engine: "transcribe", fallback: "whisper" };
};
