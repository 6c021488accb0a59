import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { reserveContainer } from "../../core/capacity/reservation.ts";
import { capacityEnvironment } from "../environment.ts";
import { capacity } from "../shared/capacity-dependencies.ts";
import { records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { reservationInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "reserve-capacity",
  environment: capacityEnvironment,
  input: reservationInput,
  build: (env) => ({ ...records(env), ...capacity(env), workflows: createStepFunctionsWorkflows({}) }),
  run: reserveContainer,
});
