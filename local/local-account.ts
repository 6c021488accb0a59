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

/** Opening balance of the local account: 1000.00 USD. */
const openingCreditMicroUsd = 1_000_000_000;

/**
 * The plan `standard` on one machine, for its own account and for those that an operator adds. Recognition and rendering use
 * one or two cores each: more concurrent tasks would only finish later.
 */
const localPlan: Plan = {
  ...standardPlan,
  maxConcurrentTasks: Math.max(2, Math.floor(availableParallelism() / 2)),
};

/**
 * Returns the account of this machine, which is created at the first start. The product shows a key only once, so the data
 * folder stores it (only the owner may read it). If the key is no longer in the records, a new account is created.
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
    // An existing plan is kept: the operator may have changed it.
    if ((await plans.get(localPlan.name)) === null) await plans.put(localPlan);
    const known = readJsonFile<NewAccount>(accountFile);
    const found = known && (await accounts.findByKey(secretSource.sha256(known.apiKey)));
    // The secret may have been rotated.
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
