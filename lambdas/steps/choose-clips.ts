import { createBedrockModel } from "../../adapters/aws/bedrock-model.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { clipModelTimeoutMs } from "../../core/clips/read-talk.ts";
import { findTemplate, templates } from "../../core/templates/catalog.ts";
import type { Template } from "../../core/templates/template.ts";
import { chooseTaskClips } from "../../core/workflows/clips/choose-task-clips.ts";
import { chooseClipsEnvironment } from "../environment.ts";
import { clipJobs } from "../shared/clip-jobs.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { translationModel } from "../shared/translation-offer.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

const anyTemplate = (): Template => {
  const [first] = templates;
  if (!first) throw new Error("There is no template");
  return first;
};

export const handler = internalHandler({
  name: "choose-clips",
  environment: chooseClipsEnvironment,
  input: taskInput,
  build: (env) => {
    const model = translationModel(env);
    return {
      ...records(env),
      ...media(env),
      ...clipJobs(env),
      model: model === null ? null : createBedrockModel(model, undefined, clipModelTimeoutMs),
      reportFailure: (name: string, error: unknown) =>
        logLine("warn", "the language model chose no clips", { model: name, ...errorFields(error) }),
      now: () => new Date(),
      findTemplate,
      anyTemplate: anyTemplate(),
    };
  },
  run: chooseTaskClips,
});
