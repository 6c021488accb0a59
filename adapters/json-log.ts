/** One JSON line per event on stdout. Values are IDs, names and numbers; never headers, bodies, keys or URLs. */
export const logLine = (
  level: "info" | "warn" | "error",
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void => {
  console.log(JSON.stringify({ level, message, ...fields }));
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
