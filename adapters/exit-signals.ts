const sentFromOutside: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGHUP",
  "SIGINT",
  "SIGKILL",
  "SIGQUIT",
  "SIGTERM",
  "SIGXFSZ",
]);

/**
 * Returns whether a signal that ended a process came from outside: from another process, or from the system because of a lack of
 * memory or disk space. A program that crashes on a file ends by one of the others, such as SIGSEGV.
 */
export const isSentFromOutside = (signal: NodeJS.Signals): boolean => sentFromOutside.has(signal);
