import type { Construct } from "constructs";
import { dubberSetting } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";

/**
 * Reads `-c dubber=none|kokoro`, the voice engine. The one-machine engine has none unless its weights are installed
 * (local/setup/dub.ts). Throws Error for other values.
 */
export const dubberOf = (scope: Construct, engine: Engine): string => {
  const checked = dubberSetting.safeParse(scope.node.tryGetContext("dubber") ?? "kokoro");
  if (!checked.success) throw new Error(`-c dubber: give one of ${dubberSetting.options.join(", ")}`);
  return engine.choose(checked.data, "none");
};
