import { expect, test } from "@jest/globals";
import { createdAt } from "../../../fakes/builders.ts";
import { createMemoryRecords } from "../../../fakes/records.ts";
import { operatorOn } from "./operator-on.ts";

test("the operator's command line creates, lists and revokes keys of the operator, which are shown once", async () => {
  const records = createMemoryRecords({ now: () => new Date(createdAt) });
  const run = operatorOn(records);
  const { value, lines } = await run("operator-keys create --name Ana");
  expect(value).toEqual({ keyId: "id-1", operatorKey: expect.stringMatching(/^capop_[\w-]{43}$/) });
  const { operatorKey } = value as { operatorKey: string };
  expect(lines.join()).toContain(operatorKey);
  const listed = await run("operator-keys list");
  expect(listed.value).toEqual({
    keys: [
      {
        ...{ keyId: "id-1", name: "Ana", prefix: operatorKey.slice(0, 10), createdAt },
        ...{ lastUsedAt: null, revokedAt: null },
      },
    ],
  });
  expect(JSON.stringify(listed)).not.toContain("hash of");
  expect((await run("operator-keys revoke --key id-1", async () => false)).exitCode).toBe(1);
  expect(await records.operatorKeys.findId(`hash of ${operatorKey}`)).toBe("id-1");
  await run("operator-keys revoke --key id-1");
  expect(await records.operatorKeys.findId(`hash of ${operatorKey}`)).toBeNull();
  await expect(run("operator-keys revoke --key id-9")).rejects.toThrow(/id-9/);
  await expect(run(`operator-keys create --name ${"x".repeat(101)}`)).rejects.toThrow(/100/);
});
