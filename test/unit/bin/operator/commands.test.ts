import { beforeEach, describe, expect, test } from "@jest/globals";
import { helpText, parseOperatorArguments } from "../../../../bin/operator/commands.ts";
import type { Account } from "../../../../core/accounts/account.ts";
import { type Plan, standardPlan } from "../../../../core/accounts/plan.ts";
import { aTask, createdAt } from "../../../fakes/builders.ts";
import { createMemoryRecords, type Records } from "../../../fakes/records.ts";
import { operatorOn } from "./operator-on.ts";

let records: Records;
let run: ReturnType<typeof operatorOn>;
beforeEach(() => {
  records = createMemoryRecords({ now: () => new Date(createdAt) });
  run = operatorOn(records);
});

describe("the operator's command line", () => {
  test("creates and lists accounts", async () => {
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
        {
          accountId: "id-1",
          name: "Acme",
          plan: "standard",
          balance: "0.00",
          held: "0.00",
          createdAt,
          suspendedAt: null,
          dubConsentAt: null,
        },
      ],
    });
  });

  test("adds credit and lists entries whose sum is the balance", async () => {
    await run("accounts create --name Acme");
    expect((await run("credits add --account id-1 --amount 25.5 --note Invoice")).value).toEqual({
      entryId: expect.any(String),
      balance: "25.50",
      repeated: false,
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

  test("exits with 1 if a balance does not match its entries", async () => {
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
    ["accounts create --name A --amount 5", "accounts create has no option --amount"],
    ["accounts suspend --account nobody", "The account nobody does not exist"],
    ["accounts plan --account nobody --plan standard", "The account nobody does not exist"],
    ["plans create --name Gold", "--name must have 1 to 40 characters"],
    ["plans create --name standard", "The plan standard already exists"],
    ["plans create --name gold --burst many", "--burst must be a whole number"],
    ["plans create --name gold --burst 0", "--burst: "],
    ["plans create --name gold --max-video-size 11GiB", "--max-video-size: "],
    ["plans create --name gold --max-video-size big", "--max-video-size must be a size such as"],
    ["plans create --name gold --max-video-duration 5d", "--max-video-duration must be a duration such as"],
    ["plans edit --name gold --burst 5", "plan must be one of standard"],
    ["plans edit --name standard", "At least one limit is required: --font-limit"],
    ["plans delete --name gold", "The plan gold does not exist"],
    ["usage report --from yesterday", "--from must be a day such as 2026-03-01"],
    ["usage report --from 2026-02-30", "--from must be a day"],
    ["usage report --to 2026-02-01", "--to must not be before --from"],
    ["usage report --by week", "--by must be one of day, month, all"],
    ["accounts destroy", "Unknown command"],
    ["keys create --account nobody", "The account nobody does not exist"],
    ["keys revoke --account nobody --key k", "has no key k"],
    ["credits add --account nobody --amount 1", "The account nobody does not exist"],
    ["credits add --account nobody --amount one", "amount must be US dollars"],
    ["credits add --account nobody --amount 0", "--amount must not be 0"],
    ["credits statement --account nobody", "The account nobody does not exist"],
  ])("rejects %s: %s", async (line, message) => {
    await expect(run(line)).rejects.toThrow(message);
  });

  test("deducts credit up to the balance", async () => {
    await run("accounts create --name Acme");
    await run("credits add --account id-1 --amount 5");
    await expect(run("credits add --account id-1 --amount=-6")).rejects.toThrow("is less than 6 USD");
    expect((await run("credits add --account id-1 --amount=-2")).value).toMatchObject({ balance: "3.00" });
  });

  test("adds a credit with a reference once", async () => {
    await run("accounts create --name Acme");
    const add = "credits add --account id-1 --amount 5 --reference INV-7";
    const first = await run(add);
    expect((await run(add)).value).toEqual({ ...(first.value as object), repeated: true });
    await expect(run("credits add --account id-1 --amount 6 --reference INV-7")).rejects.toThrow(
      "The reference INV-7 was used for 5.00 USD",
    );
    await run("accounts create --name Other");
    const other = (await run("accounts list")).value as { accounts: { accountId: string }[] };
    expect((await run(add.replace("id-1", other.accounts[1]?.accountId ?? ""))).value).toMatchObject({
      repeated: false,
    });
  });

  test("creates, edits, assigns and deletes plans", async () => {
    await run("accounts create --name Acme");
    const limits = "--font-limit 5 --max-video-size 500MB --max-video-duration 90m --concurrent-tasks 2";
    expect((await run(`plans create --name small ${limits}`)).value).toEqual({
      ...standardPlan,
      name: "small",
      fontLimit: 5,
      maxVideoBytes: 500_000_000,
      maxVideoSeconds: 5400,
      maxConcurrentTasks: 2,
    });
    await run("plans edit --name small --requests-per-second 3 --burst 9");
    await run("accounts plan --account id-1 --plan small");
    expect((await run("accounts show --account id-1")).value).toMatchObject({
      plan: "small",
      activeKeys: 1,
      runningTasks: 0,
      limits: { requestsPerSecond: 3, burst: 9, fontLimit: 5 },
    });
    await expect(run("plans delete --name small")).rejects.toThrow("The plan small is used by 1 accounts");
    await run("accounts plan --account id-1 --plan standard");
    await run("plans delete --name small");
    await run("plans edit --name standard --burst 9");
    const listed = async () => ((await run("plans list")).value as { plans: Plan[] }).plans;
    expect(await listed()).toEqual([{ ...standardPlan, burst: 9 }]);
    await run("plans delete --name standard");
    expect(await listed()).toEqual([standardPlan]);
  });

  test("records and withdraws the consent to dubs, and keeps the time of the first record", async () => {
    await run("accounts create --name Acme");
    const recorded = { accountId: "id-1", dubConsentAt: createdAt };
    expect((await run("accounts dub-consent --account id-1")).value).toEqual(recorded);
    expect((await run("accounts dub-consent --account id-1")).value).toEqual(recorded);
    expect(await records.accounts.get("id-1")).toMatchObject({ dubConsentAt: createdAt });
    await run("accounts dub-consent --account id-1 --withdraw");
    expect(await records.accounts.get("id-1")).toMatchObject({ dubConsentAt: null });
  });

  test("suspends and resumes accounts", async () => {
    await run("accounts create --name Acme");
    expect((await run("accounts suspend --account id-1")).value).toEqual({
      accountId: "id-1",
      suspendedAt: createdAt,
    });
    expect(await records.accounts.get("id-1")).toMatchObject({ suspendedAt: createdAt });
    await run("accounts resume --account id-1");
    expect(await records.accounts.get("id-1")).toMatchObject({ suspendedAt: null });
  });

  test("lists the time of last use of a key", async () => {
    await run("accounts create --name Acme");
    const [key] = await records.accounts.listKeys("id-1");
    await records.keyUses.note(key?.id ?? "");
    expect((await run("keys list --account id-1")).value).toMatchObject({
      keys: [{ lastUsedAt: createdAt }],
    });
  });

  test("requires confirmation of an action that cannot be undone, unless --yes is given", async () => {
    await run("accounts create --name Acme");
    const [key] = await records.accounts.listKeys("id-1");
    const revoke = `keys revoke --account id-1 --key ${key?.id}`;
    const warnings: string[] = [];
    const decline = async (warning: string): Promise<boolean> => {
      warnings.push(warning);
      return false;
    };
    expect(await run(revoke, decline)).toMatchObject({ exitCode: 1, lines: ["Nothing was changed."] });
    expect(warnings).toEqual([
      `The key ${key?.id} will be revoked permanently. Requests with it will be rejected immediately.`,
    ]);
    expect((await records.accounts.listKeys("id-1"))[0]?.revokedAt).toBeNull();
    expect(await run(`${revoke} --yes`, decline)).toMatchObject({ exitCode: 0 });
    expect(warnings).toHaveLength(1);
  });

  test("reports charged amounts by account and period", async () => {
    await run("accounts create --name Acme");
    await run("credits add --account id-1 --amount 5");
    const charge = async (day: string, mediaMilliseconds: number) => {
      const at = `2026-02-${day}T23:59:59.999Z`;
      const priced = { accountId: "id-1", costMicroUsd: 150_000, mediaMilliseconds, updatedAt: at };
      const pending = aTask(priced);
      await records.tasks.create(pending);
      const transcribing = { ...pending, status: "transcribing" as const, sequence: 1 };
      await records.tasks.update(pending, transcribing);
      const rendering = { ...transcribing, status: "rendering" as const, sequence: 2 };
      await records.tasks.update(transcribing, rendering);
      const end = { status: "completed" as const, outputKey: "o", completedAt: at, sequence: 3 };
      await records.tasks.update(rendering, { ...rendering, ...end });
    };
    await charge("10", 90_000);
    await charge("10", 30_500);
    await charge("11", 60_000);
    const report = async (options: string) =>
      ((await run(`usage report ${options}`.trim())).value as { usage: unknown[] }).usage;
    const acme = { accountId: "id-1", name: "Acme" };
    expect(await report("--from 2026-02-01 --to 2026-02-28")).toEqual([
      { ...acme, period: "all", tasks: 3, minutes: "3.008", amount: "0.45" },
    ]);
    expect(await report("--from 2026-02-10 --to 2026-02-10 --by day --account id-1")).toEqual([
      { ...acme, period: "2026-02-10", tasks: 2, minutes: "2.008", amount: "0.30" },
    ]);
    expect(await report("--from 2026-01-01 --by month")).toEqual([
      { ...acme, period: "2026-02", tasks: 3, minutes: "3.008", amount: "0.45" },
    ]);
    expect(await report("")).toEqual([]);
  });

  test("computes quotas without a service", async () => {
    const { value, lines } = await run("quotas --tasks-per-day 1000 --minutes 2");
    expect(value).toMatchObject({ quotas: [{ code: "L-36FBB829", value: 120 }, {}, {}, {}] });
    expect(lines.at(-1)).toBe("Then deploy with -c fargateVcpus=120.");
    await expect(run("quotas --minutes none")).rejects.toThrow("--minutes must be a positive number.");
  });

  test("prints help for all commands, for a group and for one command", () => {
    expect(helpText("")).toContain("ledger verify");
    expect(helpText("plans")).not.toContain("ledger verify");
    expect(helpText("credits add")).toContain("--reference TEXT");
    expect(helpText("credits add")).toContain("--amount USD");
  });

  test.each([
    ["--all", "Unknown option '--all'. See npm run admin -- --help."],
    ["--name", "Option '--name <value>' argument missing. See npm run admin -- --help."],
    [
      "--amount -5",
      "--amount requires a value. If the value starts with a dash, use an equals sign: --amount=-5. See npm run admin -- --help.",
    ],
  ])("explains in one sentence what is wrong with %s", (options, sentence) => {
    expect(() => parseOperatorArguments(["accounts", "list", ...options.split(" ")])).toThrow(sentence);
  });
});
