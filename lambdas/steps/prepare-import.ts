import { prepareImport } from "../../core/workflows/video-import.ts";
import { stepEnvironment } from "../environment.ts";
import { records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { videoInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "prepare-import",
  environment: stepEnvironment,
  input: videoInput,
  build: records,
  run: prepareImport,
});
