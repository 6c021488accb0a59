import { createOperatorKey } from "../../core/accounts/operator-key.ts";
import { NamedError } from "../../core/errors.ts";
import { type Command, outcome, required, table } from "./command.ts";

export const operatorKeysCommands: readonly Command[] = [
  {
    name: "operator-keys create",
    about: "create a key that reads the accounts, tasks and webhooks of all accounts; it is shown once",
    options: { name: { value: "NAME", about: "the user of the key", required: true } },
    run: async (values, deps) => {
      const { keyId, operatorKey } = await createOperatorKey(required(values, "name"), deps);
      // A key is required to see the list, so this completes it in time.
      await deps.accounts.completeList();
      return outcome({ keyId, operatorKey }, [
        `Key             ${keyId}`,
        `Operator's key  ${operatorKey}`,
        "The key is not shown again. It signs in to the console, and is accepted by the routes below /operator.",
      ]);
    },
  },
  {
    name: "operator-keys list",
    about: "list the operator's keys: user, prefix, creation time and time of last use (to a few minutes)",
    run: async (_values, deps) => {
      const keys = await Promise.all(
        (await deps.operatorKeys.list()).map(async ({ id, sha256: _, ...key }) => ({
          ...{ keyId: id, name: key.name, prefix: key.prefix, createdAt: key.createdAt },
          lastUsedAt: await deps.keyUses.lastUsedAt(id),
          revokedAt: key.revokedAt,
        })),
      );
      return outcome({ keys }, table(keys));
    },
  },
  {
    name: "operator-keys revoke",
    about: "revoke an operator's key permanently, with immediate effect",
    options: { key: { value: "KEYID", about: "key ID (see operator-keys list)", required: true } },
    warning: (values) =>
      `The key ${values.key} is revoked permanently. Requests with it are rejected from now on.`,
    run: async (values, deps) => {
      const keyId = required(values, "key");
      if (await deps.operatorKeys.revoke(keyId, deps.now().toISOString()))
        return outcome({ keyId, revoked: true }, [`Revoked ${keyId}.`]);
      throw new NamedError("NotFound", `There is no operator's key ${keyId}. See operator-keys list.`);
    },
  },
];
