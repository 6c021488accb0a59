import { join } from "node:path";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { createSentenceRater } from "../../adapters/onnx/sentence-rater.ts";
import type { RatingDeps } from "../../core/clips/rate-speech.ts";

/** In this function's bundle. */
const folder = join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), "models/sentence-ratings");

/** Builds the network that rates sentences. A failure is logged, because no task fails by it. */
export const sentenceRatings = (): RatingDeps => ({
  rateSentences: createSentenceRater(folder),
  reportRatingFailure: (error) =>
    logLine("warn", "the rating of sentences failed, so rules alone scored the clips", errorFields(error)),
});
