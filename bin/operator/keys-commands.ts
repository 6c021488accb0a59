import { createKey } from "../../core/accounts/create-account.ts";
import { NamedError } from "../../core/errors.ts";
import { accountOption, type Command, done, knownAccount, required, table } from "./command.ts";

export const keysCommands: readonly Command[] = [
  {
    name: "keys create",
    about: "another API key for an account, shown once",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { id } = await knownAccount(values, deps);
      const created = await createKey(id, deps);
      return done(created, [
        `Key      ${created.keyId}`,
        `API key  ${created.apiKey}`,
        "It is not shown again.",
      ]);
    },
  },
  {
    name: "keys list",
    about: "an account's keys: how they begin, when they were made and last used (to a few minutes)",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { id } = await knownAccount(values, deps);
      const keys = await Promise.all(
        (await deps.accounts.listKeys(id)).map(async (key) => ({
          keyId: key.id,
          prefix: key.prefix,
          createdAt: key.createdAt,
          lastUsedAt: await deps.keyUses.lastUsedAt(key.id),
          revokedAt: key.revokedAt,
        })),
      );
      return done({ keys }, table(keys));
    },
  },
  {
    name: "keys revoke",
    about: "at once and for good",
    options: { account: accountOption, key: { value: "KEYID", about: "see keys list", required: true } },
    warning: (values) => `Whoever uses the key ${values.key} is shut out at once and for good.`,
    run: async (values, deps) => {
      const [accountId, keyId] = [required(values, "account"), required(values, "key")];
      if (!(await deps.accounts.revokeKey(accountId, keyId, deps.now().toISOString()))) {
        throw new NamedError("NotFound", `The account ${accountId} has no key ${keyId}: see keys list.`);
      }
      return done({ keyId, revoked: true }, [`Revoked ${keyId}.`]);
    },
  },
];
