/**
 * Writes one JSON line per event to stdout. Values are IDs, names and numbers; never headers, bodies, keys or URLs. It bypasses
 * the console: a function with JSON logs would wrap the line as text of the level INFO, and filters on a field would match nothing.
 */
export const logLine = (
  level: "info" | "warn" | "error",
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
  write: (line: string) => void = (line) => {
    process.stdout.write(line);
  },
): void => {
  // Lambda keeps the level of a line that has a time and one of its own level names.
  const timestamp = new Date().toISOString();
  write(`${JSON.stringify({ timestamp, level: level.toUpperCase(), message, ...fields })}\n`);
};

/** Maximum number of logged errors of an AggregateError. */
const maxErrors = 10;

/** Formats an error with its causes and aggregated errors, for the operator. */
export const errorFields = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) };
  return {
    error: error.name,
    detail: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, maxErrors).map(errorFields) } : {}),
  };
};
