import { extractedAudioKey, recognitionKey, videoSourceKey } from "../../storage/keys.ts";
import { chooseEngine, type EngineChoice, type TranscriberOption } from "../../transcript/choose-engine.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import { speechTimeoutSeconds } from "../time-limits.ts";
import { dictionaryForJob } from "./speech-dictionary.ts";

/** Words; fillers and false starts as well; where anything is heard (core/cuts); what is said, in English. */
export interface ListenFor {
  words: boolean;
  disfluencies: boolean;
  sounds: boolean;
  english: boolean;
}

/** In which status of its task the recogniser reports how far it is, and what part of that status it is when it is done. */
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
  audioStreamIndex: number | null;
  listenFor: ListenFor;
  recognitionKey: string;
  /** Where the audio goes that Amazon Transcribe hears. */
  audioKey: string;
  speechTimeoutSeconds: number;
  progress: RecognitionProgress;
}

export const transcriptionInput = (
  { id, videoId }: { id: string; videoId: string },
  { audio, durationSeconds }: MediaInfo,
  wish: {
    language: string | null;
    dictionary: readonly string[];
    listenFor: ListenFor;
    progress: RecognitionProgress;
  },
  transcriber: TranscriberOption,
): TranscriptionInput => {
  const { language, dictionary, listenFor, progress } = wish;
  const hasDictionary = dictionary.length > 0;
  return {
    ...chooseEngine(transcriber, { language, hasDictionary, listenFor, durationSeconds }),
    taskId: id,
    videoId,
    sourceKey: videoSourceKey(videoId),
    language,
    dictionary: dictionaryForJob(dictionary),
    audioStreamIndex: audio?.streamIndex ?? null,
    listenFor,
    recognitionKey: recognitionKey(id),
    audioKey: extractedAudioKey(id),
    speechTimeoutSeconds: speechTimeoutSeconds(durationSeconds),
    progress,
  };
};
