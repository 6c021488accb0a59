/** A state of an execution: its work, or its wait for a container. */
export interface ExecutionStep {
  /** The name in the state machine; those of a nested execution after the state that waits for it: `Transcribe / ExtractAudio`. */
  name: string;
  /** ISO 8601. */
  enteredAt: string;
  /** Null while it lasts. */
  seconds: number | null;
  /** Errors of its attempts, in order. */
  errors: readonly string[];
}

/** Where the states of executions are recorded. */
export interface ExecutionSteps {
  /** Returns the states in the order in which they were entered; null when the execution is no longer known. */
  list(executionArn: string): Promise<ExecutionStep[] | null>;
}
