/** One JSON line per event on stdout. Values are ids, names and numbers; never headers, bodies, keys or addresses. */
export const logLine = (
  level: "info" | "warn" | "error",
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void => {
  console.log(JSON.stringify({ level, message, ...fields }));
};

/** Of an AggregateError; more say no more. */
const maxErrors = 10;

/** An error with its causes, and those that it gathers, for the operator. */
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
