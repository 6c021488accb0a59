import { createLambdaFrameDrawer } from "../../adapters/aws/lambda-frame-drawer.ts";
import { createDynamoRequestBuckets } from "../../adapters/dynamo/request-buckets.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import type { ApiEnvironment } from "../environment.ts";
import { basics, requiredVariable } from "./dependencies.ts";

/** The function that draws frames, and the limit of new frames. Separate, because its schemas are large. */
export const frames = (env: ApiEnvironment) => ({
  frames: createLambdaFrameDrawer(requiredVariable(env, "FRAME_FUNCTION_NAME")),
  frameBuckets: createDynamoRequestBuckets(
    createTable(requiredVariable(env, "TABLE_NAME")),
    basics(env),
    "FRAMES",
  ),
});
