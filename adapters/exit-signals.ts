const sentFromOutside: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGHUP",
  "SIGINT",
  "SIGKILL",
  "SIGQUIT",
  "SIGTERM",
  "SIGXFSZ",
]);

/**
 * Whether a signal that ended a process came from outside: from another process, or from the system for want of memory or of
 * disk space. A program that crashes on a file ends by one of the others, such as SIGSEGV.
 */
export const isSentFromOutside = (signal: NodeJS.Signals): boolean => sentFromOutside.has(signal);
