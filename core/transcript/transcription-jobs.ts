export interface TranscriptionJob {
  status: "running" | "completed" | "failed";
  /** Transcribe's message for a failed job; null otherwise. */
  failureReason: string | null;
}

/** Amazon Transcribe batch jobs. */
export interface TranscriptionJobs {
  /**
   * Starts a job for FLAC audio in the media bucket, which also receives the output. `languageCode` is a Transcribe code;
   * null: all spoken languages are identified. Returns false when a job with that name exists.
   *
   * Throws NamedError TranscriptionFailed when Transcribe rejects the job; other errors are retryable.
   */
  start(job: {
    name: string;
    audioKey: string;
    outputKey: string;
    languageCode: string | null;
  }): Promise<boolean>;
  /** Returns null for an unknown job. */
  get(name: string): Promise<TranscriptionJob | null>;
  /** Idempotent. */
  delete(name: string): Promise<void>;
  /** Lists the names of jobs with this prefix that ended before `before`. */
  listEnded(namePrefix: string, before: Date): Promise<string[]>;
}
