import { createKey } from "../../core/accounts/create-account.ts";
import { NamedError } from "../../core/errors.ts";
import { accountOption, type Command, outcome, requireAccount, required, table } from "./command.ts";

export const keysCommands: readonly Command[] = [
  {
    name: "keys create",
    about: "create an additional API key for an account; the key is shown once",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { id } = await requireAccount(values, deps);
      const { keyId, apiKey } = await createKey(id, deps);
      return outcome({ keyId, apiKey }, [
        `Key      ${keyId}`,
        `API key  ${apiKey}`,
        "The key is not shown again.",
      ]);
    },
  },
  {
    name: "keys list",
    about:
      "list the keys of an account: prefix, creation time and time of last use (accurate to a few minutes)",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { id } = await requireAccount(values, deps);
      const keys = await Promise.all(
        (await deps.accounts.listKeys(id)).map(async (key) => ({
          keyId: key.id,
          prefix: key.prefix,
          createdAt: key.createdAt,
          lastUsedAt: await deps.keyUses.lastUsedAt(key.id),
          revokedAt: key.revokedAt,
        })),
      );
      return outcome({ keys }, table(keys));
    },
  },
  {
    name: "keys revoke",
    about: "revoke a key permanently, with immediate effect",
    options: {
      account: accountOption,
      key: { value: "KEYID", about: "key ID (see keys list)", required: true },
    },
    warning: (values) =>
      `The key ${values.key} will be revoked permanently. Requests with it will be rejected immediately.`,
    run: async (values, deps) => {
      const [accountId, keyId] = [required(values, "account"), required(values, "key")];
      if (!(await deps.accounts.revokeKey(accountId, keyId, deps.now().toISOString()))) {
        throw new NamedError("NotFound", `The account ${accountId} has no key ${keyId}. See keys list.`);
      }
      return outcome({ keyId, revoked: true }, [`Revoked ${keyId}.`]);
    },
  },
];
