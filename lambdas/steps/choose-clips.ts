import { findTemplate, templates } from "../../core/templates/catalog.ts";
import type { Template } from "../../core/templates/template.ts";
import { chooseTaskClips } from "../../core/workflows/clips/choose-task-clips.ts";
import { chooseClipsEnvironment } from "../environment.ts";
import { clipJobs } from "../shared/clip-jobs.ts";
import { clipModel } from "../shared/clip-model.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { ratingModel } from "../shared/rating-model.ts";
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
  build: (env) => ({
    ...records(env),
    ...media(env),
    ...clipJobs(env),
    ...clipModel(env),
    ...ratingModel(env),
    now: () => new Date(),
    findTemplate,
    anyTemplate: anyTemplate(),
  }),
  run: chooseTaskClips,
});
