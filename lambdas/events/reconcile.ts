import { z } from "zod";
import { reconcile } from "../../core/tasks/reconcile.ts";
import { reconcileEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { publishing } from "../shared/webhook-dependencies.ts";
import { workflows } from "../shared/workflow-dependencies.ts";

export const handler = insideHandler({
  name: "reconcile",
  environment: reconcileEnvironment,
  input: z.unknown(),
  build: (env) => ({
    ...records(env),
    ...media(env),
    ...workflows(env),
    ...publishing(env),
  }),
  run: (_event, deps) => reconcile(deps),
});
