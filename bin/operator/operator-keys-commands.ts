import { createOperatorKey } from "../../core/accounts/operator-key.ts";
import { NamedError } from "../../core/errors.ts";
import { type Command, outcome, required, table } from "./command.ts";

export const operatorKeysCommands: readonly Command[] = [
  {
    name: "operator-keys create",
    about:
      "create an operator key, which has read-only access to all accounts, tasks and webhooks; the key is shown once",
    options: {
      name: { value: "NAME", about: "name of the person or program that uses the key", required: true },
    },
    run: async (values, deps) => {
      const { keyId, operatorKey } = await createOperatorKey(required(values, "name"), deps);
      // A key is required to see the list, so this completes it in time.
      await deps.accounts.completeList();
      return outcome({ keyId, operatorKey }, [
        `Key           ${keyId}`,
        `Operator key  ${operatorKey}`,
        "The key is not shown again. Use it to sign in to the console, or for requests to routes under /operator.",
      ]);
    },
  },
  {
    name: "operator-keys list",
    about:
      "list the operator keys: name, prefix, creation time and time of last use (accurate to a few minutes)",
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
    about: "revoke an operator key permanently, with immediate effect",
    options: { key: { value: "KEYID", about: "key ID (see operator-keys list)", required: true } },
    warning: (values) =>
      `The key ${values.key} will be revoked permanently. Requests with it will be rejected immediately.`,
    run: async (values, deps) => {
      const keyId = required(values, "key");
      if (await deps.operatorKeys.revoke(keyId, deps.now().toISOString()))
        return outcome({ keyId, revoked: true }, [`Revoked ${keyId}.`]);
      throw new NamedError("NotFound", `The operator key ${keyId} does not exist. See operator-keys list.`);
    },
  },
];
