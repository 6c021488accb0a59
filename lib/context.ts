import type { Construct } from "constructs";
import type { z } from "zod";

/** Returns a setting of the operator (`-c name=value` or cdk.json); undefined if it is absent or empty. */
export const contextText = (scope: Construct, name: string): string | undefined => {
  const value: unknown = scope.node.tryGetContext(name);
  return value === undefined || value === "" ? undefined : String(value);
};

/**
 * Returns the name of a parameter of Systems Manager that holds a key; undefined if it is absent. Throws Error for a value
 * that cannot be a name.
 */
export const contextParameter = (scope: Construct, name: string): string | undefined => {
  const value = contextText(scope, name);
  if (value !== undefined && !/^[\w./-]{1,1011}$/.test(value))
    throw new Error(`${name} must be the name of a parameter of Systems Manager, not the key itself`);
  return value;
};

/** Returns one of the values that a setting of the operator may have. Throws Error for another one. */
export const contextChoice = <T extends Record<string, string>>(
  scope: Construct,
  name: string,
  setting: z.ZodEnum<T>,
  absent: NoInfer<T[keyof T]>,
): T[keyof T] => {
  const checked = setting.safeParse(scope.node.tryGetContext(name) ?? absent);
  if (!checked.success) throw new Error(`-c ${name}: give one of ${setting.options.join(", ")}`);
  return checked.data as T[keyof T];
};
