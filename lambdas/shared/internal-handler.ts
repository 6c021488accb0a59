import type { z } from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";

/**
 * Wraps a function that no client calls: a step of a state machine or the target of an event. Checks environment and
 * input, builds the dependencies once per cold start, and tells failures apart: a NamedError goes out under its name,
 * for the machine to match; all else is logged whole and goes out as InternalError, which the machines try again.
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
