import { join } from "node:path";
import type { z } from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { createRatingModel } from "../../adapters/onnx/rating-model.ts";
import type { RatingDeps } from "../../core/clips/rating-model.ts";
import type { chooseClipsEnvironment } from "../environment.ts";
import { createTaskMetrics } from "./task-metrics.ts";

/** In this function's bundle. */
const folder = join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), "models/sentence-ratings");

/** Builds the rating model. A failure is logged and counted, because a failure must not fail the task. */
export const ratingModel = (
  env: Pick<z.infer<typeof chooseClipsEnvironment>, "STACK_NAME">,
): Pick<RatingDeps, "ratingModel" | "reportRatingFailure"> => {
  const metrics = createTaskMetrics(env.STACK_NAME);
  return {
    ratingModel: createRatingModel(folder),
    reportRatingFailure: (error) => {
      logLine(
        "warn",
        "the rating model failed, so rules scored the clips or chose their titles",
        errorFields(error),
      );
      metrics.record({ SentenceRatingFailed: 1 });
    },
  };
};
