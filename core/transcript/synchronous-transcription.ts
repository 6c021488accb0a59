import type { TranscribeOutput } from "./transcribe-output.ts";

/** Amazon Transcribe's operation TranscribeAudio, whose response is the transcript. */
export interface SynchronousTranscription {
  /**
   * Transcribes FLAC audio in the media bucket. `languageCode` is a code of this operation. Waits for a limited time and does not
   * retry: a job can do the same work.
   *
   * Throws every error of the service and of the connection.
   */
  transcribe(audio: { audioKey: string; languageCode: string }): Promise<TranscribeOutput>;
}
