import { beforeEach, describe, expect, test } from "@jest/globals";
import { parseOperatorArguments, runCommand } from "../../../bin/operator/commands.ts";
import type { Account } from "../../../core/accounts/account.ts";
import { aTask, createdAt } from "../../fakes/builders.ts";
import { createMemoryRecords, type Records } from "../../fakes/records.ts";

let records: Records;
let ids: number;
beforeEach(() => {
  ids = 0;
  records = createMemoryRecords({ now: () => new Date(createdAt) });
});

const run = (line: string) =>
  runCommand(parseOperatorArguments(line.split(" ")), {
    ...records,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    now: () => new Date(createdAt),
    randomBytes: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    sha256: (text) => `hash of ${text}`,
  });

describe("the operator's command line", () => {
  test("creates accounts with all that their owner needs", async () => {
    const { value, lines, exitCode } = await run("accounts create --name Acme");
    expect(exitCode).toBe(0);
    expect(value).toEqual({
      accountId: "id-1",
      apiKey: expect.stringMatching(/^cap_/),
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    expect(lines.join()).toContain((value as { apiKey: string }).apiKey);
    expect((await run("accounts list")).value).toEqual({
      accounts: [
        { accountId: "id-1", name: "Acme", plan: "standard", balance: "0.00", held: "0.00", createdAt },
      ],
    });
  });

  test("adds credits and tells every movement; the entries add up to the balance", async () => {
    await run("accounts create --name Acme");
    expect((await run("credits add --account id-1 --amount 25.5 --note Invoice")).value).toEqual({
      entryId: expect.any(String),
      balance: "25.50",
    });
    const task = aTask({ accountId: "id-1", costMicroUsd: 70_625 });
    await records.tasks.create(task);
    const { value, lines } = await run("credits statement --account id-1");
    expect(value).toMatchObject({
      entries: [
        { kind: "credit", amount: "25.50", taskId: null, createdAt },
        { kind: "hold", amount: "-0.070625", taskId: task.id },
      ],
      balance: "25.429375",
      held: "0.070625",
    });
    expect(lines.at(-1)).toBe("Balance 25.429375 USD, held 0.070625 USD");
    expect(await run("ledger verify")).toMatchObject({ exitCode: 0, value: { accounts: 1, problems: [] } });
  });

  test("tells with its exit code when the ledger does not add up", async () => {
    await run("accounts create --name Acme");
    const account = await records.accounts.get("id-1");
    await records.accounts.create({ ...(account as Account), id: "broken", balanceMicroUsd: 5 });
    expect(await run("ledger verify")).toMatchObject({
      exitCode: 1,
      value: { problems: ["Account broken: balance 5, entries 0"] },
    });
  });

  test("creates and revokes keys", async () => {
    await run("accounts create --name Acme");
    const { value } = await run("keys create --account id-1");
    const { keyId, apiKey } = value as { keyId: string; apiKey: string };
    expect(await records.accounts.findByKey(`hash of ${apiKey}`)).not.toBeNull();
    await run(`keys revoke --account id-1 --key ${keyId}`);
    expect(await records.accounts.findByKey(`hash of ${apiKey}`)).toBeNull();
    const listed = (await run("keys list --account id-1")).value as { keys: { revokedAt: string | null }[] };
    expect(listed.keys.map(({ revokedAt }) => revokedAt)).toEqual([null, createdAt]);
  });

  test.each([
    ["accounts create", "--name is required"],
    ["accounts create --name A --plan gold", "plan must be one of standard"],
    ["accounts destroy", "There is no command"],
    ["keys create --account nobody", "There is no account nobody"],
    ["keys revoke --account nobody --key k", "has no key k"],
    ["credits add --account nobody --amount 1", "There is no account nobody"],
    ["credits add --account nobody --amount one", "amount must be US dollars"],
    ["credits add --account nobody --amount 0", "--amount must not be 0"],
    ["credits statement --account nobody", "There is no account nobody"],
  ])("%s: %s", async (line, message) => {
    await expect(run(line)).rejects.toThrow(message);
  });

  test("takes credits back, but no more than there are", async () => {
    await run("accounts create --name Acme");
    await run("credits add --account id-1 --amount 5");
    await expect(run("credits add --account id-1 --amount=-6")).rejects.toThrow(
      "less than 6 USD to take back",
    );
    expect((await run("credits add --account id-1 --amount=-2")).value).toMatchObject({ balance: "3.00" });
  });

  test.each([
    ["--all", "Unknown option '--all'. See npm run admin -- --help."],
    ["--name", "Option '--name <value>' argument missing. See npm run admin -- --help."],
    ["--amount -5", "Option '--amount' argument is ambiguous. See npm run admin -- --help."],
  ])("says in one sentence what is wrong with %s", (options, sentence) => {
    expect(() => parseOperatorArguments(["accounts", "list", ...options.split(" ")])).toThrow(sentence);
  });
});
