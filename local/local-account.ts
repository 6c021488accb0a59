import { availableParallelism } from "node:os";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoAccountStore } from "../adapters/dynamo/account-store.ts";
import { createDynamoLedger } from "../adapters/dynamo/ledger.ts";
import { createDynamoOperatorKeyStore } from "../adapters/dynamo/operator-key-store.ts";
import { createDynamoPlanStore } from "../adapters/dynamo/plan-store.ts";
import { createTable, type Table } from "../adapters/dynamo/table.ts";
import { secretSource } from "../adapters/node-secrets.ts";
import { createAccount, type NewAccount } from "../core/accounts/create-account.ts";
import { createOperatorKey } from "../core/accounts/operator-key.ts";
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

export interface LocalAccount extends NewAccount {
  operatorKey: string;
}

const ensureAccount = async (table: Table, known: Partial<LocalAccount> | null): Promise<NewAccount> => {
  const accounts = createDynamoAccountStore(table);
  const plans = createDynamoPlanStore(table, secretSource);
  // An existing plan is kept: the operator may have changed it.
  if ((await plans.get(localPlan.name)) === null) await plans.put(localPlan);
  const { accountId, apiKey } = known ?? {};
  const found = apiKey === undefined ? null : await accounts.findByKey(secretSource.sha256(apiKey));
  // The secret may have been rotated.
  if (accountId !== undefined && apiKey !== undefined && found !== null)
    return { accountId, apiKey, webhookSecret: found.account.webhookSecret };
  const ledger = createDynamoLedger(table);
  return createAccount(
    { name: "Local", openingCreditMicroUsd },
    { ...secretSource, accounts, ledger, plans },
  );
};

const ensureOperatorKey = async (table: Table, known: string | undefined): Promise<string> => {
  const operatorKeys = createDynamoOperatorKeyStore(table);
  if (known !== undefined && (await operatorKeys.findId(secretSource.sha256(known))) !== null) return known;
  const { operatorKey } = await createOperatorKey("Local", { ...secretSource, operatorKeys });
  await createDynamoAccountStore(table).completeList();
  return operatorKey;
};

/**
 * Returns the account and the operator's key of this machine, which are created at the first start. The product shows a key only once,
 * so the data folder stores both (only the owner may read it). What is no longer in the records is created again.
 */
export async function ensureLocalAccount(
  accountFile: string,
  tableName: string,
  emulatorPort: number,
): Promise<LocalAccount> {
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    region,
    credentials: testCredentials,
  });
  const table = createTable(tableName, client);
  try {
    const known = readJsonFile<Partial<LocalAccount>>(accountFile);
    const account = await ensureAccount(table, known);
    const operatorKey = await ensureOperatorKey(table, known?.operatorKey);
    const ensured = { ...account, operatorKey };
    if (known?.apiKey !== account.apiKey || known.operatorKey !== operatorKey)
      writeJsonFile(accountFile, ensured);
    return ensured;
  } finally {
    client.destroy();
  }
}
