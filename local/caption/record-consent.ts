import { openOperatorRecords } from "../../adapters/dynamo/operator-records.ts";
import { readJsonFile } from "../json-file.ts";
import type { LocalPaths } from "../paths.ts";
import { StartError } from "../start-error.ts";

/** The name that bin/app.ts gives the stack. */
const stackName = "Capstack";

/** Records that an account of the running service confirms the consent of its speakers to a dub. Throws StartError. */
export async function recordConsent(
  { portsFile }: Pick<LocalPaths, "portsFile">,
  accountId: string,
): Promise<void> {
  const enginePort = readJsonFile<Record<string, number>>(portsFile)?.emulator;
  if (enginePort === undefined) throw new StartError("The service is not running. Start it again.");
  const records = await openOperatorRecords({ stackName, enginePort });
  try {
    const account = await records.accounts.get(accountId);
    if (account !== null && account.dubConsentAt === null)
      await records.accounts.change(accountId, { dubConsentAt: new Date().toISOString() });
  } finally {
    records.close();
  }
}
