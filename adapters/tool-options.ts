import { type ParseArgsConfig, parseArgs } from "node:util";
import { argumentProblem } from "../core/command-line/argument-problem.ts";

/** Ends a developer's tool that cannot do what is asked, with one sentence instead of a stack trace. */
export const stop = (sentence: string): never => {
  console.error(sentence);
  process.exit(2);
};

/** The options that a developer's tool was given; `--help` prints `usage` and ends it, wrong ones end it by name. */
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

/** A whole number from 1 on; ends the tool for anything else. */
export const countOf = (name: string, text: string): number =>
  /^[1-9]\d{0,5}$/.test(text) ? Number(text) : stop(`--${name} ${text}: give a whole number from 1 on.`);

/** Ends the tool, with the names that there are. */
export const noSuch = (kind: string, name: string, known: readonly string[]): never =>
  stop(`There is no ${kind} ${name}: choose from ${known.join(", ")}.`);

/** Ends the tool when a name is not among those that there are. */
export const checkNames = (kind: string, given: readonly string[], known: readonly string[]): void => {
  const stranger = given.find((name) => !known.includes(name));
  if (stranger !== undefined) noSuch(kind, stranger, known);
};
