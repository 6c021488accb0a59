import { deletionOf } from "../../adapters/dynamo/deletions.ts";
import { cleanUpVideo } from "../../core/workflows/maintenance/clean-up-video.ts";
import { cleanUpEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { streamInput } from "../shared/stream-input.ts";
import { containers, workflows } from "../shared/workflow-dependencies.ts";

export const handler = internalHandler({
  name: "clean-up-video",
  environment: cleanUpEnvironment,
  input: streamInput,
  build: (env) => ({ ...records(env), ...media(env), ...workflows(env), ...containers(env) }),
  run: async ({ Records }, deps) => {
    for (const { dynamodb } of Records) await cleanUpVideo(deletionOf(dynamodb.NewImage), deps);
  },
});
