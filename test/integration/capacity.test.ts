import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { media } from "./client.ts";
import { admin, newAccount } from "./operator.ts";
import { startReceiver } from "./receiver.ts";

const dataDir = process.env.CAPSTACK_TEST_DATA ?? "";

/** Sets the Fargate quota of the local engine. Returns the number of RunTask calls that the last one rejected. */
const setQuota = async (fargateVcpus: number | null): Promise<number> => {
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as Record<string, number>;
  const init = { method: "POST", body: JSON.stringify({ fargateVcpus }) };
  const response = await fetch(`http://127.0.0.1:${ports.emulator}/_capstack/limits`, init);
  return ((await response.json()) as { rejected: number }).rejected;
};

/** Resolves when RunTask has been rejected under a quota. */
const rejection = async (fargateVcpus: number): Promise<void> => {
  while ((await setQuota(fargateVcpus)) === 0) await new Promise((resolve) => setTimeout(resolve, 200));
};

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await setQuota(null);
});

test("tasks wait for the quota of the account, complete, and are charged and reported once", async () => {
  const { accountId, client } = newAccount("Quota");
  admin(`credits add --account ${accountId} --amount 10 --note quota`);
  const upload = await client.upload(media("video/ax_testvid_1022ms.mp4"));
  const tooSmall = 1;
  await setQuota(tooSmall);
  const create = () =>
    client.createTask(upload.body.id, {
      autoApprove: true,
      transcript: [{ text: "Hello", type: "word", start_time: 0, end_time: 0.5 }],
      notification: { type: "webhook", recipient: `${receiver.origin}/quota`, notificationsFor: ["render"] },
    });
  const ids = await Promise.all([create(), create(), create()]);
  await rejection(tooSmall);
  const oneRenderer = 4;
  await setQuota(oneRenderer);
  for (const id of ids) await client.waitForTask(upload.body.id, id, ["completed"]);
  const posts = await receiver.until("/quota", (received) => received.length >= ids.length);
  expect(posts.map(({ payload }) => [payload.event, payload.taskId]).sort()).toEqual(
    ids.map((id) => ["completed", id]).sort(),
  );
  const { entries } = admin<{ entries: { kind: string }[] }>(`credits statement --account ${accountId}`);
  expect(entries.filter(({ kind }) => kind === "charge")).toHaveLength(ids.length);
});
