import type { Construct } from "constructs";
import {
  defaultShortTaskSeconds,
  functionMebibytes,
  functionMemory,
  maxShortTaskSeconds,
  renderFunctionCount,
} from "../core/capacity/short-tasks.ts";
import { newAccountVcpus } from "../lambdas/environment.ts";
import { contextFlag, contextInteger, contextText } from "./context.ts";
import type { Engine } from "./engine.ts";
import { fargateVcpus } from "./render-settings.ts";

/** Which videos functions transcribe and render, and the size of the functions. */
export interface ShortTaskSettings {
  isOn: boolean;
  /** Value of SHORT_TASK_SECONDS. */
  seconds: string;
  /** Value of SHORT_TASK_FUNCTIONS. */
  functions: string;
  /** MiB of the function of each worker. */
  memory: ReturnType<typeof functionMemory>;
}

/**
 * Reads `-c shortTasks=true|false`, `-c shortTaskSeconds=N`, `-c shortTaskMemory=MiB` and `-c shortTaskFunctions=N`. By default
 * functions are used where `fargateVcpus` exceeds the quota of a new account: such an account has 10 concurrent executions, which
 * the API needs, and rejects functions with more than 3,008 MB. On one machine they are used only when they are asked for.
 */
export const shortTaskSettings = (scope: Construct, engine: Engine): ShortTaskSettings => {
  const isOn = contextFlag(scope, "shortTasks", Number(fargateVcpus(scope)) > newAccountVcpus);
  const { min, max } = functionMebibytes;
  const memory = contextInteger(scope, "shortTaskMemory", min, max) ?? max;
  const maxSeconds = maxShortTaskSeconds(memory);
  const otherwise = Math.min(defaultShortTaskSeconds, maxSeconds);
  const seconds = String(contextInteger(scope, "shortTaskSeconds", 1, maxSeconds) ?? otherwise);
  const functions =
    contextInteger(scope, "shortTaskFunctions", 1, renderFunctionCount.max) ?? renderFunctionCount.default;
  return {
    isOn,
    // The cores of one machine are those of all its functions.
    functions: engine.choose(String(functions), "2"),
    seconds: isOn
      ? engine.choose(seconds, contextText(scope, "shortTasks") === undefined ? "0" : seconds)
      : "0",
    memory: functionMemory(memory),
  };
};
