/** `npm run admin`: the operator's command line, the same for the service on this machine and for a stack in AWS. */
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import {
  type OperatorRecords,
  openOperatorRecords,
  type StackLocation,
} from "../adapters/dynamo/operator-records.ts";
import { probeMedia } from "../adapters/media/media-probe.ts";
import { secretSource } from "../adapters/node-secrets.ts";
import { isNamedError, NamedError } from "../core/errors.ts";
import type { MediaInfo } from "../core/videos/media-info.ts";
import { readJsonFile } from "../local/json-file.ts";
import { localPaths } from "../local/paths.ts";
import { findRunningService } from "../local/service-file.ts";
import { type Outcome, text } from "./operator/command.ts";
import {
  checkedCommand,
  helpText,
  type OperatorArguments,
  parseOperatorArguments,
  runCommand,
} from "./operator/commands.ts";
import { checkOperatorFile } from "./operator/operator-file.ts";

/** The name that bin/app.ts gives the stack. */
const localStackName = "Capstack";

const placeOf = async ({ values }: OperatorArguments): Promise<StackLocation> => {
  const [stack, data] = [text(values, "stack"), text(values, "data")];
  if (stack !== undefined) return { stackName: stack, enginePort: null };
  const paths = localPaths(resolve(import.meta.dirname, ".."), data ?? null);
  const ports = readJsonFile<Record<string, number>>(paths.portsFile);
  if ((await findRunningService(paths.serviceFile)) === null || ports?.emulator === undefined) {
    const other = "or use a stack in AWS with --stack NAME";
    throw new NamedError(
      "NotFound",
      `No service is running for the data folder ${paths.data}. Start it with npm start, ${other}.`,
    );
  }
  return { stackName: localStackName, enginePort: ports.emulator };
};

/** Asks for a confirmation on stderr. Throws NamedError ValidationFailed without a terminal. */
const confirm = async (warning: string): Promise<boolean> => {
  if (!process.stdin.isTTY) {
    throw new NamedError("ValidationFailed", `${warning} Add --yes to confirm.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const reply = await terminal.question(`${warning} Continue? [y/N] `);
    return /^y(es)?$/i.test(reply.trim());
  } finally {
    terminal.close();
  }
};

const probeOperatorFile = async (path: string): Promise<MediaInfo> => {
  await checkOperatorFile(path);
  return probeMedia(path);
};

const print = ({ value, lines, exitCode }: Outcome, { values }: OperatorArguments): number => {
  console.log(values.json ? JSON.stringify(value) : lines.join("\n"));
  return exitCode;
};

const main = async (argv: readonly string[]): Promise<number> => {
  const given = parseOperatorArguments(argv);
  if (given.values.help || given.command === "") {
    console.log(helpText(given.command));
    return given.values.help ? 0 : 1;
  }
  // An invalid command is reported even if no service runs.
  const { compute } = checkedCommand(given);
  if (compute !== undefined) return print(compute(given.values), given);
  let records: OperatorRecords | null = null;
  try {
    records = await openOperatorRecords(await placeOf(given));
    const result = await runCommand(
      given,
      {
        ...secretSource,
        ...records,
        brolls: { ...records.brolls, ...secretSource, probe: probeOperatorFile },
        wait: delay,
      },
      confirm,
    );
    return print(result, given);
  } finally {
    records?.close();
  }
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!isNamedError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
