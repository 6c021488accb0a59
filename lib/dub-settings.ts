import type { Construct } from "constructs";
import type { z } from "zod";
import { dubberSetting } from "../lambdas/environment.ts";
import { contextChoice } from "./context.ts";
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
  const choice = contextChoice(scope, "dubber", dubberSetting, "kokoro");
  return { choice, dubber: engine.choose(choice, "none") };
};
