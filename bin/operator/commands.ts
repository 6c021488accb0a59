import { parseArgs } from "node:util";
import { argumentProblem } from "../../core/command-line/argument-problem.ts";
import { NamedError } from "../../core/errors.ts";
import { accountsCommands } from "./accounts-commands.ts";
import { brollCommands } from "./broll-commands.ts";
import type { Command, OperatorDeps, Option, Outcome, Values } from "./command.ts";
import { keysCommands } from "./keys-commands.ts";
import { moneyCommands } from "./money-commands.ts";
import { plansCommands } from "./plans-commands.ts";
import { webhooksCommands } from "./webhooks-commands.ts";

const commands: readonly Command[] = [
  ...accountsCommands,
  ...plansCommands,
  ...keysCommands,
  ...moneyCommands,
  ...webhooksCommands,
  ...brollCommands,
];

/** Options that every command has. */
const common: Readonly<Record<string, Option>> = {
  json: { about: "print JSON only" },
  yes: { about: "do what cannot be undone without asking" },
  data: { value: "DIR", about: "the service on this machine with that data folder (default: .local)" },
  stack: { value: "NAME", about: "a stack in AWS, with the credentials and region of the environment" },
  help: { about: "this text; after a command, its options" },
};

export interface OperatorArguments {
  /** Empty when none was given. */
  command: string;
  values: Values;
}

const seeHelp = "See npm run admin -- --help.";

/** Throws NamedError ValidationFailed for options that no command knows. */
export const parseOperatorArguments = (argv: readonly string[]): OperatorArguments => {
  const all: Record<string, Option> = Object.assign({}, common, ...commands.map(({ options }) => options));
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return withOperand(positionals, values);
  } catch (error) {
    const sentence = argumentProblem((error as Error).message);
    throw new NamedError("ValidationFailed", `${sentence}. ${seeHelp}`, { cause: error });
  }
};

/** Tells a command's name from what stands behind it. */
const withOperand = (positionals: readonly string[], values: Values): OperatorArguments => {
  const all = positionals.join(" ");
  const name = positionals.slice(0, -1).join(" ");
  const { operand } = commands.find((command) => command.name === name) ?? {};
  return operand === undefined
    ? { command: all, values }
    : { command: name, values: { ...values, [operand.name]: positionals.at(-1) } };
};

const spelled = (name: string, { value }: Option): string =>
  `--${name}${value === undefined ? "" : ` ${value}`}`;

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
};

const optionRows = (options: Readonly<Record<string, Option>>): string =>
  columns(
    Object.entries(options).map(([name, option]) => [
      spelled(name, option),
      option.required ? `${option.about} (required)` : option.about,
    ]),
  );

/** Help on one command, on a group of them (`accounts`), or on all. */
export const helpText = (command: string): string => {
  const exact = commands.find(({ name }) => name === command);
  if (exact !== undefined) {
    const own = exact.options ?? {};
    const usage = Object.entries(own).map(([name, option]) =>
      option.required ? spelled(name, option) : `[${spelled(name, option)}]`,
    );
    const parts = [
      `Usage: npm run admin -- ${[command, ...(exact.operand ? [exact.operand.name] : []), ...usage].join(" ")}`,
      `${exact.name}: ${exact.about}`,
      ...(exact.operand ? [columns([[exact.operand.name, exact.operand.about]])] : []),
      optionRows({ ...own, ...common }),
    ];
    return parts.join("\n\n");
  }
  const group = commands.filter(({ name }) => command !== "" && name.startsWith(`${command} `));
  const rows = (group.length > 0 ? group : commands).map(({ name, about }) => [name, about] as const);
  return ["Usage: npm run admin -- COMMAND [options]", columns(rows), optionRows(common)].join("\n\n");
};

const commandOf = ({ command, values }: OperatorArguments): Command => {
  const found = commands.find(({ name }) => name === command);
  if (found === undefined) {
    throw new NamedError("ValidationFailed", `There is no command "${command}". ${seeHelp}`);
  }
  const known = { ...found.options, ...common };
  const foreign = Object.keys(values).find(
    (name) => !Object.hasOwn(known, name) && name !== found.operand?.name,
  );
  if (foreign !== undefined) {
    const help = `See npm run admin -- ${command} --help.`;
    throw new NamedError("ValidationFailed", `${command} has no option --${foreign}. ${help}`);
  }
  return found;
};

/** Throws NamedError ValidationFailed for a command that there is not, or that lacks an option. */
export const checkedCommand = (given: OperatorArguments): Command => {
  const command = commandOf(given);
  const { operand } = command;
  if (operand && !given.values[operand.name]) {
    throw new NamedError("ValidationFailed", `${operand.name} is required: ${operand.about}`);
  }
  for (const [name, option] of Object.entries(command.options ?? {})) {
    if (option.required && !given.values[name]) {
      throw new NamedError("ValidationFailed", `--${name} is required: ${option.about}`);
    }
  }
  return command;
};

/**
 * Runs one command. `confirm` is asked before what cannot be undone, with the sentence that says so.
 * Throws NamedError for what the operator can put right.
 */
export const runCommand = async (
  given: OperatorArguments,
  deps: OperatorDeps,
  confirm: (warning: string) => Promise<boolean>,
): Promise<Outcome> => {
  const command = checkedCommand(given);
  const { values } = given;
  const isConfirmed = command.warning === undefined || values.yes || (await confirm(command.warning(values)));
  return isConfirmed
    ? command.run(values, deps)
    : { value: { done: false }, lines: ["Nothing was changed."], exitCode: 1 };
};
