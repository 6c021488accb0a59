import type { z } from "zod";
import { createBedrockModel } from "../../adapters/aws/bedrock-model.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import type { ClipChoiceDeps } from "../../core/clips/choose-clips.ts";
import { clipModelTimeoutMs } from "../../core/clips/read-talk.ts";
import type { chooseClipsEnvironment } from "../environment.ts";
import { createTaskMetrics } from "./task-metrics.ts";
import { languageModel } from "./translation-offer.ts";

type Environment = Pick<
  z.infer<typeof chooseClipsEnvironment>,
  "CLIP_MODEL" | "STACK_NAME" | "CAPSTACK_TRANSLATION"
>;

/** Builds the language model that chooses clips. A failure is logged and counted, because a failure must not fail the task. */
export const clipModel = (env: Environment): Pick<ClipChoiceDeps, "model" | "reportFailure"> => {
  const id = languageModel(env.CAPSTACK_TRANSLATION, env.CLIP_MODEL);
  const metrics = createTaskMetrics(env.STACK_NAME);
  return {
    model: id === null ? null : createBedrockModel(id, undefined, clipModelTimeoutMs),
    reportFailure: (model, error) => {
      logLine("warn", "the language model failed, so the clips were chosen by score", {
        model,
        ...errorFields(error),
      });
      metrics.record({ ClipModelFailed: 1 });
    },
  };
};
