export interface TranscriptionJob {
  status: "running" | "completed" | "failed";
  /** Transcribe's own sentence; only of a failed job. */
  failureReason: string | null;
}

/** Batch jobs of Amazon Transcribe. */
export interface TranscriptionJobs {
  /**
   * Starts a job on FLAC audio in the media bucket; its output goes there too. `languageCode` is one of Transcribe's own;
   * null: all languages spoken are to be identified. False when there is a job of that name already.
   *
   * Throws NamedError TranscriptionFailed when Transcribe refuses the job; anything else may be tried again.
   */
  start(job: {
    name: string;
    audioKey: string;
    outputKey: string;
    languageCode: string | null;
  }): Promise<boolean>;
  /** Null when there is no such job. */
  get(name: string): Promise<TranscriptionJob | null>;
  /** Harmless when there is no such job. */
  delete(name: string): Promise<void>;
  /** Names of jobs that begin so and had ended before `before`. */
  listEnded(namePrefix: string, before: Date): Promise<string[]>;
}
