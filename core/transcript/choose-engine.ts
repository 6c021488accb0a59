import { transcribeCodeOf } from "./transcribe-languages.ts";

/** Values of the operator's `transcriber` setting. */
export const transcriberOptions = ["auto", "transcribe", "whisper"] as const;
export type TranscriberOption = (typeof transcriberOptions)[number];

export type SpeechEngine = "transcribe" | "whisper";

export interface EngineChoice {
  engine: SpeechEngine;
  /** The engine that takes over on failure; null when no other one supports the request. */
  fallback: SpeechEngine | null;
}

export interface SpeechRequirements {
  /** Null: to be identified. */
  language: string | null;
  hasDictionary: boolean;
  outputs: { words: boolean; disfluencies: boolean; audibleSpans: boolean; englishTranslation: boolean };
  durationSeconds: number;
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
 */
export const chooseEngine = (option: TranscriberOption, requirements: SpeechRequirements): EngineChoice => {
  if (option === "whisper" || !transcribeSupports(requirements)) return { engine: "whisper", fallback: null };
  return option === "auto" && requirements.hasDictionary
    ? { engine: "whisper", fallback: "transcribe" }
    : { engine: "transcribe", fallback: "whisper" };
};
