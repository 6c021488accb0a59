import { availableParallelism } from "node:os";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoAccountStore } from "../adapters/dynamo/account-store.ts";
import { createDynamoLedger } from "../adapters/dynamo/ledger.ts";
import { createDynamoPlanStore } from "../adapters/dynamo/plan-store.ts";
import { createTable } from "../adapters/dynamo/table.ts";
import { secretSource } from "../adapters/node-secrets.ts";
import { createAccount, type NewAccount } from "../core/accounts/create-account.ts";
import { type Plan, standardPlan } from "../core/accounts/plan.ts";
import { region, testCredentials } from "./emulator/environment.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

/** What the one account of this machine starts with: 1000.00 USD. */
const openingCreditMicroUsd = 1_000_000_000;

/**
 * What `standard` means on this machine, for its own account and for those that an operator adds. Recognition and
 * rendering each fill a core or two: more tasks at once would all be slow, and all end late.
 */
const machinePlan: Plan = {
  ...standardPlan,
  maxConcurrentTasks: Math.max(2, Math.floor(availableParallelism() / 2)),
};

/**
 * The account of this machine, created at the first start. Its key is shown only once by the product, so this data folder
 * keeps it (readable by the owner only). When the records no longer know the key, a new account is made.
 */
export async function ensureLocalAccount(
  accountFile: string,
  tableName: string,
  emulatorPort: number,
): Promise<NewAccount> {
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    region,
    credentials: testCredentials,
  });
  const table = createTable(tableName, client);
  const accounts = createDynamoAccountStore(table);
  try {
    const plans = createDynamoPlanStore(table, secretSource);
    // Kept as it is when there is one: the operator may have changed it.
    if ((await plans.get(machinePlan.name)) === null) await plans.put(machinePlan);
    const known = readJsonFile<NewAccount>(accountFile);
    const found = known && (await accounts.findByKey(secretSource.sha256(known.apiKey)));
    // The secret may have been rotated since.
    if (known !== null && found !== null) return { ...known, webhookSecret: found.account.webhookSecret };
    const ledger = createDynamoLedger(table);
    const created = await createAccount(
      { name: "Local", openingCreditMicroUsd },
      { ...secretSource, accounts, ledger, plans },
    );
    writeJsonFile(accountFile, created);
    return created;
  } finally {
    client.destroy();
  }
}
