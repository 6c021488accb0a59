import type { Construct } from "constructs";

/** Returns a setting of the operator (`-c name=value` or cdk.json); undefined if it is absent or empty. */
export const contextText = (scope: Construct, name: string): string | undefined => {
  const value: unknown = scope.node.tryGetContext(name);
  return value === undefined || value === "" ? undefined : String(value);
};
