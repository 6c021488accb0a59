import * as z from "zod";
import { reconcile } from "../../core/workflows/maintenance/reconcile.ts";
import { reconcileEnvironment } from "../environment.ts";
import { capacity } from "../shared/capacity-dependencies.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { publishing } from "../shared/webhook-dependencies.ts";
import { containers, workflows } from "../shared/workflow-dependencies.ts";

export const handler = internalHandler({
  name: "reconcile",
  environment: reconcileEnvironment,
  input: z.unknown(),
  build: (env) => ({
    ...records(env),
    ...media(env),
    ...workflows(env),
    ...containers(env),
    ...capacity(env),
    ...publishing(env),
  }),
  run: (_event, deps) => reconcile(deps),
});
