import { describe, expect, test } from "@jest/globals";
import { createAccount, createKey } from "../../../../core/accounts/create-account.ts";
import { createdAt } from "../../../fakes/builders.ts";
import { createMemoryRecords } from "../../../fakes/records.ts";

const now = (): Date => new Date(createdAt);

describe("a new account", () => {
  const secrets = {
    newId: () => crypto.randomUUID(),
    now,
    randomBytes: (bytes: number) => new Uint8Array(bytes).fill(251),
    sha256: (text: string) => `hash of ${text}`,
  };

  test("has a key that is stored as its hash, a webhook secret and its opening credit", async () => {
    const records = createMemoryRecords({ now });
    const created = await createAccount(
      { name: " Local ", openingCreditMicroUsd: 1_000_000_000 },
      { ...secrets, ...records },
    );
    expect(created.apiKey).toMatch(/^cap_[A-Za-z0-9_-]{43}$/);
    expect(created.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await records.accounts.findByKey(`hash of ${created.apiKey}`)).toMatchObject({
      account: {
        id: created.accountId,
        name: "Local",
        plan: "standard",
        balanceMicroUsd: 1_000_000_000,
      },
    });
    expect(JSON.stringify(await records.accounts.listKeys(created.accountId))).not.toContain(
      `"${created.apiKey}"`,
    );
    const second = await createKey(created.accountId, { ...secrets, ...records, sha256: () => "other" });
    expect(second.keyId).not.toBe("");
  });

  test.each([{ name: " " }, { name: "A", plan: "platinum" }])("rejects %j", async (input) => {
    const records = createMemoryRecords({ now });
    await expect(createAccount(input, { ...secrets, ...records })).rejects.toMatchObject({
      name: "ValidationFailed",
    });
  });
});
