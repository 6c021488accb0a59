/** Exit code of a process that was stopped by a signal: 128 + SIGTERM. */
export const stoppedExitCode = 143;
