import { extractedAudioKey, recognitionKey, videoSourceKey } from "../../storage/keys.ts";
import { chooseEngine, type EngineChoice, type TranscriberOption } from "../../transcript/choose-engine.ts";
import { audioTracks, type MediaInfo, zeroSeconds } from "../../videos/media-info.ts";
import { speechTimeoutSeconds } from "../time-limits.ts";
import { dictionaryForJob } from "./speech-dictionary.ts";

/** Words; fillers and false starts as well; where anything is heard (core/cuts); what is said, in English. */
export interface RecognitionOutputs {
  words: boolean;
  disfluencies: boolean;
  audibleSpans: boolean;
  englishTranslation: boolean;
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
  /** The streams that are mixed for the recognizer, and second 0 of the video on the clock of its file. */
  audio: { streamIndexes: number[]; zeroSeconds: number } | null;
  outputs: RecognitionOutputs;
  recognitionKey: string;
  /** Where the audio goes that Amazon Transcribe hears. */
  audioKey: string;
  speechTimeoutSeconds: number;
  progress: RecognitionProgress;
}

export const transcriptionInput = (
  { id, videoId }: { id: string; videoId: string },
  media: MediaInfo,
  wish: {
    language: string | null;
    dictionary: readonly string[];
    outputs: RecognitionOutputs;
    progress: RecognitionProgress;
  },
  transcriber: TranscriberOption,
): TranscriptionInput => {
  const { audio, durationSeconds } = media;
  const { language, dictionary, outputs, progress } = wish;
  const hasDictionary = dictionary.length > 0;
  return {
    ...chooseEngine(transcriber, { language, hasDictionary, outputs, durationSeconds }),
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
    progress,
  };
};
