import { type ParseArgsConfig, parseArgs } from "node:util";
import { argumentProblem } from "../core/command-line/argument-problem.ts";

/** Ends a developer tool that cannot do what was requested, with one sentence instead of a stack trace. */
export const stop = (sentence: string): never => {
  console.error(sentence);
  process.exit(2);
};

/**
 * Parses the options of a developer tool. `--help` prints `usage` and ends the tool; an unknown option ends it with its
 * name.
 */
export const toolOptions = <Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  if (process.argv.includes("--help") || process.argv.includes("-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return stop(`${argumentProblem((error as Error).message)}. See --help.`);
  }
};

/** Parses an integer of at least 1; ends the tool for anything else. */
export const countOf = (name: string, text: string): number =>
  /^[1-9]\d{0,5}$/.test(text)
    ? Number(text)
    : stop(`--${name} ${text} is not valid. Use a whole number, at least 1.`);

/** Ends the tool with the list of valid names. */
export const stopForUnknown = (kind: string, name: string, known: readonly string[]): never =>
  stop(`The ${kind} ${name} does not exist. Use one of ${known.join(", ")}.`);

/** Ends the tool unless the name is valid. */
export const checkNames = (kind: string, given: readonly string[], known: readonly string[]): void => {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) stopForUnknown(kind, unknown, known);
};
