import { prepareImport } from "../../core/workflows/video-import/video-import.ts";
import { stepEnvironment } from "../environment.ts";
import { records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { videoInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "prepare-import",
  environment: stepEnvironment,
  input: videoInput,
  build: records,
  run: prepareImport,
});
