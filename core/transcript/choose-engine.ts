import { synchronousCodeOf, transcribeCodeOf } from "./transcribe-languages.ts";

/** Values of the operator's `transcriber` setting. */
export const transcriberOptions = ["auto", "transcribe", "whisper"] as const;
export type TranscriberOption = (typeof transcriberOptions)[number];

export type SpeechEngine = "transcribe" | "whisper";

export interface EngineChoice {
  engine: SpeechEngine;
  /** The engine that takes over on failure; null when no other one supports the request. */
  fallback: SpeechEngine | null;
  /** Whether Transcribe gets the audio in one request, without a job, if the language is supported or identified as such. */
  isSynchronous: boolean;
}

export interface SpeechRequirements {
  /** Null: to be identified. */
  language: string | null;
  hasDictionary: boolean;
  outputs: { words: boolean; disfluencies: boolean; audibleSpans: boolean; englishTranslation: boolean };
  durationSeconds: number;
  /** Whether functions do the work (core/capacity/short-tasks.ts). */
  isShort: boolean;
  /** Whether the confidence of words is used: by a person who reviews them, by their correction, or by a client. */
  needsConfidence: boolean;
}

/**
 * Media durations that Amazon Transcribe accepts. Its limit of 2 GB cannot be reached: four hours of mono audio at 16 kHz
 * are 0.46 GB. Source: Transcribe developer guide, "Guidelines and quotas" (recent editions allow eight hours).
 */
const minSeconds = 0.5;
const maxSeconds = 4 * 3600;

/** Whether Amazon Transcribe accepts media of this duration. */
export const fitsTranscribe = (durationSeconds: number): boolean =>
  durationSeconds >= minSeconds && durationSeconds <= maxSeconds;

/**
 * Whether Amazon Transcribe supports the request: its language or language identification, a duration within its limits,
 * and words only. Transcribe omits fillers, reports no other audio, and does not translate.
 */
const transcribeSupports = ({ language, outputs, durationSeconds }: SpeechRequirements): boolean =>
  outputs.words &&
  !outputs.disfluencies &&
  !outputs.audibleSpans &&
  !outputs.englishTranslation &&
  fitsTranscribe(durationSeconds) &&
  (language === null || transcribeCodeOf(language) !== null);

/**
 * Chooses the engine that transcribes a task's speech. Whisper supports every request.
 *
 * - `auto`: Transcribe where it supports the request, and Whisper where a dictionary biases the recognition, which batch
 *   jobs do not support. Each is the other's fallback.
 * - `transcribe`: Transcribe where it supports the request; Whisper otherwise and as fallback.
 * - `whisper`: Whisper only, so that media is not sent to another service.
 *
 * Short media is transcribed synchronously, because the user waits for it, unless the confidence of words is needed, which only
 * jobs report. The correction by a dictionary depends on it too.
 */
export const chooseEngine = (option: TranscriberOption, requirements: SpeechRequirements): EngineChoice => {
  if (option === "whisper" || !transcribeSupports(requirements))
    return { engine: "whisper", fallback: null, isSynchronous: false };
  const { language, hasDictionary, isShort, needsConfidence } = requirements;
  if (option === "auto" && hasDictionary)
    return { engine: "whisper", fallback: "transcribe", isSynchronous: false };
  const isSupported = language === null || synchronousCodeOf(language) !== null;
  return {
    engine: "transcribe",
    fallback: "whisper",
    isSynchronous: isShort && !needsConfidence && !hasDictionary && isSupported,
  };
};
