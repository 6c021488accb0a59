import type { Construct } from "constructs";
import {
  defaultShortTaskSeconds,
  functionMebibytes,
  functionMemory,
  maxShortTaskSeconds,
  renderFunctionCount,
} from "../core/capacity/short-tasks.ts";
import { newAccountVcpus } from "../lambdas/environment.ts";
import { contextText } from "./context.ts";
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

const wholeNumber = (scope: Construct, name: string, otherwise: number, min: number, max: number): number => {
  const value = Number(contextText(scope, name) ?? otherwise);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`-c ${name}: give an integer from ${min} to ${max}`);
  return value;
};

/**
 * Reads `-c shortTasks=true|false`, `-c shortTaskSeconds=N`, `-c shortTaskMemory=MiB` and `-c shortTaskFunctions=N`. By default
 * functions are used where `fargateVcpus` exceeds the quota of a new account: such an account has 10 concurrent executions, which
 * the API needs, and rejects functions with more than 3,008 MB. On one machine they are used only when they are asked for.
 */
export const shortTaskSettings = (scope: Construct, engine: Engine): ShortTaskSettings => {
  const given = contextText(scope, "shortTasks");
  if (given !== undefined && given !== "true" && given !== "false")
    throw new Error("-c shortTasks: give true or false");
  const isOn = given === undefined ? Number(fargateVcpus(scope)) > newAccountVcpus : given === "true";
  const { min, max } = functionMebibytes;
  const memory = wholeNumber(scope, "shortTaskMemory", max, min, max);
  const maxSeconds = maxShortTaskSeconds(memory);
  const otherwise = Math.min(defaultShortTaskSeconds, maxSeconds);
  const seconds = String(wholeNumber(scope, "shortTaskSeconds", otherwise, 1, maxSeconds));
  const functions = String(
    wholeNumber(scope, "shortTaskFunctions", renderFunctionCount.default, 1, renderFunctionCount.max),
  );
  return {
    isOn,
    // The cores of one machine are those of all its functions.
    functions: engine.choose(functions, "2"),
    seconds: isOn ? engine.choose(seconds, given === "true" ? seconds : "0") : "0",
    memory: functionMemory(memory),
  };
};
