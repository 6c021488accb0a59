import type { Construct } from "constructs";
import type { z } from "zod";

/** The options of the operator (`-c name=value` or cdk.json). docs/operators/deploying.md describes each. */
export const optionNames = [
  "alarmEmail",
  "architecture",
  "availabilityZones",
  "bucketName",
  "certificateArn",
  "clipCutter",
  "clipModel",
  "cloudFront",
  "console",
  "domainName",
  "dubber",
  "elevenLabsKeyParameter",
  "fargateVcpus",
  "largeUploads",
  "linkKeys",
  "monthlyBudget",
  "pexelsKeyParameter",
  "playbackFiles",
  "renderParallel",
  "renderSegmentSeconds",
  "requestRate",
  "retainData",
  "shortTaskFunctions",
  "shortTaskMemory",
  "shortTaskSeconds",
  "shortTasks",
  "stackName",
  "tableName",
  "tableStreamArn",
  "traces",
  "transcriber",
  "translationModel",
  "translator",
  "waf",
  "webhookConcurrency",
  "webhookDelays",
  "whisperModel",
] as const;
export type OptionName = (typeof optionNames)[number];

/** Of the project's own tests. */
const internalNames = ["nag"];

/**
 * Throws Error for an unknown option. The CDK ignores one, so that a misspelled option would have no effect. The CDK's own names
 * contain other characters than letters.
 */
export const checkOptionNames = (scope: Construct): void => {
  const known: ReadonlySet<string> = new Set([...optionNames, ...internalNames]);
  const given = Object.keys((scope.node.getAllContext() ?? {}) as Record<string, unknown>);
  const unknown = given.filter((name) => /^[A-Za-z]+$/.test(name) && !known.has(name));
  if (unknown.length > 0)
    throw new Error(`-c ${unknown.join(", -c ")}: unknown option. Use one of ${optionNames.join(", ")}`);
};

/** Returns the error of an option. */
export const optionError = (name: OptionName, problem: string): Error => new Error(`-c ${name}: ${problem}`);

/** Returns the error of an option with an invalid value. `valid`: what the value must be. */
export const invalidOption = (name: OptionName, valid: string): Error =>
  new Error(`-c ${name} must be ${valid}`);

/** Returns a setting of the operator; undefined if it is absent or empty. */
export const contextText = (scope: Construct, name: OptionName): string | undefined => {
  const value: unknown = scope.node.tryGetContext(name);
  return value === undefined || value === "" ? undefined : String(value);
};

/**
 * Returns a setting of the operator that must match a pattern; undefined if it is absent or empty. Throws Error for another value.
 *
 * @param valid what the value must be, and the remedy where it is not obvious
 */
export const contextMatch = (
  scope: Construct,
  name: OptionName,
  pattern: RegExp,
  valid: string,
): string | undefined => {
  const value = contextText(scope, name);
  if (value !== undefined && !pattern.test(value)) throw invalidOption(name, valid);
  return value;
};

/** Returns a setting that is true or false. Throws Error for another value. */
export const contextFlag = (scope: Construct, name: OptionName, absent: boolean): boolean => {
  const value = contextText(scope, name) ?? String(absent);
  if (value !== "true" && value !== "false") throw invalidOption(name, "true or false");
  return value === "true";
};

/** Reads `-c cloudFront`, which does not exist in every partition of AWS. */
export const hasCloudFront = (scope: Construct): boolean => contextFlag(scope, "cloudFront", true);

/** Throws Error for an option that has no effect without CloudFront, if there is none. */
export const requireCloudFront = (scope: Construct, name: OptionName): void => {
  if (!hasCloudFront(scope))
    throw new Error(`-c ${name} requires CloudFront: leave out -c cloudFront=false, or -c ${name}`);
};

/** Returns a setting that is an integer; undefined if it is absent or empty. Throws Error for another value. */
export const contextInteger = (
  scope: Construct,
  name: OptionName,
  min: number,
  max: number,
): number | undefined => {
  const text = contextText(scope, name);
  const value = Number(text);
  if (text !== undefined && !(Number.isInteger(value) && value >= min && value <= max))
    throw invalidOption(name, `an integer from ${min} to ${max}`);
  return text === undefined ? undefined : value;
};

/**
 * Returns the name of a parameter of Systems Manager that holds a key; undefined if it is absent. Throws Error for a value
 * that cannot be a name.
 */
export const contextParameter = (scope: Construct, name: OptionName): string | undefined =>
  contextMatch(
    scope,
    name,
    /^[\w./-]{1,1011}$/,
    "the name of a parameter of Systems Manager, not the key itself",
  );

/** Returns one of the values that a setting of the operator may have. Throws Error for another one. */
export const contextChoice = <T extends Record<string, string>>(
  scope: Construct,
  name: OptionName,
  setting: z.ZodEnum<T>,
  absent: NoInfer<T[keyof T]>,
): T[keyof T] => {
  const checked = setting.safeParse(contextText(scope, name) ?? absent);
  if (!checked.success) throw invalidOption(name, `one of ${setting.options.join(", ")}`);
  return checked.data as T[keyof T];
};

/** Reads `-c stackName`. Parameter Store, which has a folder of that name, reserves names that begin with aws or ssm. */
export const stackNameOf = (scope: Construct): string =>
  contextMatch(
    scope,
    "stackName",
    /^(?!aws|ssm)[a-z][a-z0-9-]{0,39}$/i,
    "at most 40 letters, digits and hyphens, starting with a letter, but not with aws or ssm",
  ) ?? "Capstack";
