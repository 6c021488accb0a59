import type { Construct } from "constructs";
import type { z } from "zod";
import { dubberSetting } from "../lambdas/environment.ts";
import { contextChoice, contextParameter } from "./context.ts";
import type { Engine } from "./engine.ts";

export interface DubSettings {
  /** The operator's choice. */
  choice: z.infer<typeof dubberSetting>;
  /** Value of DUBBER: the choice in AWS, `none` on one machine. */
  dubber: string;
  /** Name of the parameter with the key of ElevenLabs, where it is chosen. */
  elevenLabsKeyParameter: string | undefined;
}

/**
 * Reads `-c dubber`, the voice engine (core/dub/dub-support.ts), and `-c elevenLabsKeyParameter`. The one-machine engine
 * has none unless its weights are installed (local/setup/dub.ts). Throws Error for other values, and for ElevenLabs without
 * a key.
 */
export const dubSettings = (scope: Construct, engine: Engine): DubSettings => {
  const choice = contextChoice(scope, "dubber", dubberSetting, "kokoro");
  const elevenLabsKeyParameter =
    choice === "elevenlabs" ? contextParameter(scope, "elevenLabsKeyParameter") : undefined;
  if (choice === "elevenlabs" && elevenLabsKeyParameter === undefined)
    throw new Error("-c dubber=elevenlabs requires -c elevenLabsKeyParameter, the parameter with its key");
  return { choice, dubber: engine.choose(choice, "none"), elevenLabsKeyParameter };
};
