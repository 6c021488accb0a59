/** `npm run admin`: the operator's command line, the same for the service on this machine and for a stack in AWS. */
import { resolve } from "node:path";
import {
  type OperatorRecords,
  openOperatorRecords,
  type StackPlace,
} from "../adapters/dynamo-operator-records.ts";
import { secretSource } from "../adapters/node-secrets.ts";
import { isNamedError, NamedError } from "../core/errors.ts";
import { readJsonFile } from "../local/json-file.ts";
import { localPaths } from "../local/paths.ts";
import { findRunningService } from "../local/service-file.ts";
import { helpText, type OperatorArguments, parseOperatorArguments, runCommand } from "./operator/commands.ts";

/** The name that bin/app.ts gives the stack. */
const localStackName = "Capstack";

const placeOf = async ({ values }: OperatorArguments): Promise<StackPlace> => {
  if (values.stack !== undefined) return { stackName: values.stack, enginePort: null };
  const paths = localPaths(resolve(import.meta.dirname, ".."), values.data ?? null);
  const ports = readJsonFile<Record<string, number>>(paths.portsFile);
  if ((await findRunningService(paths.serviceFile)) === null || ports?.emulator === undefined) {
    const other = "or name a stack in AWS with --stack";
    throw new NamedError("NotFound", `No service runs for ${paths.data}: start it with npm start, ${other}.`);
  }
  return { stackName: localStackName, enginePort: ports.emulator };
};

const main = async (argv: readonly string[]): Promise<number> => {
  const given = parseOperatorArguments(argv);
  if (given.values.help || given.command === "") {
    console.log(helpText);
    return given.values.help ? 0 : 1;
  }
  let records: OperatorRecords | null = null;
  try {
    records = await openOperatorRecords(await placeOf(given));
    const { value, lines, exitCode } = await runCommand(given, { ...secretSource, ...records });
    console.log(given.values.json ? JSON.stringify(value) : lines.join("\n"));
    return exitCode;
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
