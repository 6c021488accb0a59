import type { Construct } from "constructs";
import type { z } from "zod";

/** Returns a setting of the operator (`-c name=value` or cdk.json); undefined if it is absent or empty. */
export const contextText = (scope: Construct, name: string): string | undefined => {
  const value: unknown = scope.node.tryGetContext(name);
  return value === undefined || value === "" ? undefined : String(value);
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
