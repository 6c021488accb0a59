import type { Construct } from "constructs";
import type { z } from "zod";
import { dubberSetting } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";

export interface DubSettings {
  /** The operator's choice. */
  choice: z.infer<typeof dubberSetting>;
  /** Value of DUBBER: the choice in AWS, `none` on one machine. */
  dubber: string;
}

/**
 * Reads `-c dubber=none|kokoro|polly`, the voice engine. The one-machine engine has none unless its weights are installed
 * (local/setup/dub.ts). Throws Error for other values.
 */
export const dubSettings = (scope: Construct, engine: Engine): DubSettings => {
  const checked = dubberSetting.safeParse(scope.node.tryGetContext("dubber") ?? "kokoro");
  if (!checked.success) throw new Error(`-c dubber: give one of ${dubberSetting.options.join(", ")}`);
  return { choice: checked.data, dubber: engine.choose(checked.data, "none") };
};
