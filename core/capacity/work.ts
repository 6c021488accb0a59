/** Minutes of the workers of a captioning task. Source: docs/performance.md, the start of a Fargate task, Amazon Transcribe. */
export const workMinutes = {
  /** Per minute of 1080p video at 30 fps, one container of 4 vCPUs. */
  render: 1.2,
  speech: 1,
  /** Per minute of video, one vCPU. */
  extract: 0.05,
  import: 0.3,
  /** From RunTask to the first line of the worker: the image is fetched, the container starts. */
  start: 1,
  /** Duration of a job of Amazon Transcribe per minute of audio. */
  transcribe: 0.25,
} as const;

/** Functions that a task invokes, one second each or less. */
export const invocationsPerTask = 40;

/** State transitions of the executions of a task: its import, transcription, approval and rendering as a whole. */
export const transitionsPerTask = 20;

/** Requests of a client per minute: it polls every 5 s while a task runs. */
export const requestsPerTaskMinute = 12;
