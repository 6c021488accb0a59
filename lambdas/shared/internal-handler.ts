import type { z } from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";

/**
 * Wraps a step handler of a state machine or an event handler. Validates environment and input, and builds the
 * dependencies once per cold start. Throws a NamedError unchanged, so that the state machine can match its name; logs any
 * other error in full and throws InternalError, which the state machines retry.
 */
export const internalHandler = <E extends z.ZodType, I extends z.ZodType, D, O>(
  parts: {
    name: string;
    environment: E;
    input: I;
    build: (environment: z.infer<E>) => D;
    run: (input: z.infer<I>, deps: D) => Promise<O>;
  },
  variables: Readonly<Record<string, string | undefined>> = process.env,
): ((event: unknown) => Promise<O>) => {
  let deps: D | undefined;
  return async (event) => {
    try {
      deps ??= parts.build(parts.environment.parse(variables));
      return await parts.run(parts.input.parse(event), deps);
    } catch (error) {
      logLine(isNamedError(error) ? "warn" : "error", `${parts.name} failed`, errorFields(error));
      if (isNamedError(error)) throw error;
      throw new NamedError("InternalError", `${parts.name} failed; the log has the reason.`, {
        cause: error,
      });
    }
  };
};
