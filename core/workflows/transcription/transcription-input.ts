import { isShortSpeech } from "../../capacity/short-tasks.ts";
import { extractedAudioKey, recognitionKey, videoSourceKey } from "../../storage/keys.ts";
import { chooseEngine, type EngineChoice, type TranscriberOption } from "../../transcript/choose-engine.ts";
import { audioTracks, type MediaInfo, zeroSeconds } from "../../videos/media-info.ts";
import { speechTimeoutSeconds } from "../time-limits.ts";
import { dictionaryForJob } from "./speech-dictionary.ts";

/** What the recognizer returns: words, disfluencies, spans with audible audio (core/cuts), an English translation. */
export interface RecognitionOutputs {
  words: boolean;
  disfluencies: boolean;
  audibleSpans: boolean;
  englishTranslation: boolean;
}

/** The status whose progress the recognizer reports, and the completed part of that status when it has finished. */
export interface RecognitionProgress {
  status: "transcribing" | "clipping";
  upTo: number;
}

/** Input of the transcription machine. */
export interface TranscriptionInput extends EngineChoice {
  taskId: string;
  videoId: string;
  sourceKey: string;
  language: string | null;
  dictionary: string[];
  /** The streams that are mixed for the recognizer, and second 0 of the video on the clock of its file. */
  audio: { streamIndexes: number[]; zeroSeconds: number } | null;
  outputs: RecognitionOutputs;
  recognitionKey: string;
  /** Key of the audio for Amazon Transcribe. */
  audioKey: string;
  speechTimeoutSeconds: number;
  /** Whether a function recognizes the speech or extracts the audio; a container when it fails. */
  isShort: boolean;
  progress: RecognitionProgress;
}

/** The operator's settings of speech recognition. */
export interface RecognitionSettings {
  /** The choice of engines. */
  transcriber: TranscriberOption;
  /** Length up to which functions do the work (core/capacity/short-tasks.ts). */
  shortTaskSeconds: number;
}

/** Returns the input of the transcription machine for a task and its media. */
export const transcriptionInput = (
  { id, videoId }: { id: string; videoId: string },
  media: MediaInfo,
  options: {
    language: string | null;
    dictionary: readonly string[];
    outputs: RecognitionOutputs;
    progress: RecognitionProgress;
    /** Whether the confidence of words is used, other than by a dictionary. */
    needsConfidence: boolean;
  },
  { transcriber, shortTaskSeconds }: RecognitionSettings,
): TranscriptionInput => {
  const { audio, durationSeconds } = media;
  const { language, dictionary, outputs, progress, needsConfidence } = options;
  const hasDictionary = dictionary.length > 0;
  const isShort = isShortSpeech(media, shortTaskSeconds);
  const requirements = { language, hasDictionary, outputs, durationSeconds, isShort, needsConfidence };
  return {
    ...chooseEngine(transcriber, requirements),
    taskId: id,
    videoId,
    sourceKey: videoSourceKey(videoId),
    language,
    dictionary: dictionaryForJob(dictionary),
    audio: audio && {
      streamIndexes: audioTracks(audio).map(({ streamIndex }) => streamIndex),
      zeroSeconds: zeroSeconds(media),
    },
    outputs,
    recognitionKey: recognitionKey(id),
    audioKey: extractedAudioKey(id),
    speechTimeoutSeconds: speechTimeoutSeconds(durationSeconds),
    isShort,
    progress,
  };
};
