import { parseArgs } from "node:util";
import { argumentProblem } from "../../core/command-line/argument-problem.ts";
import { NamedError } from "../../core/errors.ts";
import { accountsCommands } from "./accounts-commands.ts";
import { brollCommands } from "./broll-commands.ts";
import type { Command, OperatorDeps, Option, Outcome, Values } from "./command.ts";
import { keysCommands } from "./keys-commands.ts";
import { moneyCommands } from "./money-commands.ts";
import { operatorKeysCommands } from "./operator-keys-commands.ts";
import { plansCommands } from "./plans-commands.ts";
import { quotasCommands } from "./quotas-command.ts";
import { simulateCommands } from "./simulate-command.ts";
import { tasksCommands } from "./tasks-commands.ts";
import { webhooksCommands } from "./webhooks-commands.ts";

const commands: readonly Command[] = [
  ...accountsCommands,
  ...plansCommands,
  ...keysCommands,
  ...operatorKeysCommands,
  ...moneyCommands,
  ...tasksCommands,
  ...webhooksCommands,
  ...brollCommands,
  ...quotasCommands,
  ...simulateCommands,
];

/** Options of every command. */
const common: Readonly<Record<string, Option>> = {
  json: { about: "print JSON only" },
  yes: { about: "skip the confirmation of actions that cannot be undone" },
  data: { value: "DIR", about: "use the service on this machine with this data folder (default: .local)" },
  stack: {
    value: "NAME",
    about: "use a stack in AWS, with the credentials and region of your environment",
  },
  help: { about: "print this text, or the options of a command" },
};

export interface OperatorArguments {
  /** Empty if none was given. */
  command: string;
  values: Values;
}

const seeHelp = "See npm run admin -- --help.";

/** Parses the command line. Throws NamedError ValidationFailed for unknown options. */
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

/** Separates the name of a command from its positional argument. */
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

/** Returns the help text of a command, of a group such as `accounts`, or of all commands. */
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
    throw new NamedError("ValidationFailed", `Unknown command "${command}". ${seeHelp}`);
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

/** Returns the command. Throws NamedError ValidationFailed for an unknown command or a missing option. */
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
 * Runs a command. `confirm` is called with the warning before an action that cannot be undone. Throws NamedError for errors
 * that the operator can fix.
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
