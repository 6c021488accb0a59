import { expect, test } from "@jest/globals";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { Client, media, sharedClient } from "./client.ts";
import { admin, newAccount } from "./operator.ts";

const dataDir = process.env.CAPSTACK_TEST_DATA ?? "";
const word = { text: "Hi", type: "word", start_time: 0, end_time: 0.5 };

/** A task that fails at once, because a composited render requires video, and whose webhook no one receives. */
const failedTask = async (client: Client): Promise<string> => {
  const { body: audio } = await client.upload(media("audio/ae_mono.mp3"));
  const taskId = await client.createTask(audio.id, {
    transcript: [word],
    notification: {
      type: "webhook",
      recipient: "http://127.0.0.1:9/hook?token=1",
      notificationsFor: ["render"],
    },
  });
  await client.waitForTask(audio.id, taskId, ["failed"]);
  return taskId;
};

test("a key of the operator reads accounts, tasks, histories and webhooks of all accounts, and a key of an account none", async () => {
  const { accountId, client: owner } = newAccount("Read-by-operator");
  admin(`credits add --account ${accountId} --amount 5 --note Test`);
  const { keyId, operatorKey } = admin<{ keyId: string; operatorKey: string }>(
    "operator-keys create --name Integration",
  );
  const operator = new Client(dataDir, operatorKey);
  const taskId = await failedTask(owner);

  const { body: accounts } = await operator.get<ResponseOf<"listAccounts">>("/operator/accounts?limit=100");
  expect(accounts.data).toContainEqual(
    expect.objectContaining({ id: accountId, name: "Read-by-operator", balance: "5.00" }),
  );
  const { body: account } = await operator.get<ResponseOf<"getAccount">>(`/operator/accounts/${accountId}`);
  expect(account).toMatchObject({ activeKeys: 1, runningTasks: 0, queuedTasks: 0, usage: [] });

  // The index of failed tasks is eventually consistent.
  const { body: failed } = await operator.get<ResponseOf<"listOperatorTasks">>(
    "/operator/tasks?state=failed",
  );
  expect(failed.data).toContainEqual(
    expect.objectContaining({ id: taskId, accountId, errorName: "AudioSourceRequiresTransparent" }),
  );
  for (const state of ["running", "queued", "approval"])
    expect((await operator.get(`/operator/tasks?state=${state}`)).status).toBe(200);
  const { body: overview } = await operator.get<ResponseOf<"getOverview">>("/operator/overview");
  expect(overview.failedTasks).toBeGreaterThan(0);

  const history = async () =>
    (await operator.get<ResponseOf<"getTaskHistory">>(`/operator/tasks/${taskId}`)).body;
  let story = await history();
  // The first attempt follows the failure within a moment.
  while ((story.deliveries[0]?.attempts ?? 0) === 0) story = await history();
  expect(story.events.map(({ status }) => status)).toEqual(["pending", "failed"]);
  expect(story.steps.flatMap(({ errors }) => errors)).toEqual(["AudioSourceRequiresTransparent"]);
  expect(story.deliveries).toMatchObject([{ state: "waiting", recipient: "http://127.0.0.1:9/hook?…" }]);
  const failing = async (state: string) =>
    (await operator.get<ResponseOf<"listFailingDeliveries">>(`/operator/deliveries?state=${state}&limit=100`))
      .body;
  expect((await failing("retrying")).map((delivery) => delivery.taskId)).toContain(taskId);
  expect((await failing("dead")).map((delivery) => delivery.taskId)).not.toContain(taskId);

  const rejections = await Promise.all([
    sharedClient().get("/operator/accounts"),
    owner.get(`/operator/accounts/${accountId}`),
    operator.get("/videos"),
    operator.post("/account/keys", {}),
    operator.post("/operator/accounts", {}),
    operator.get("/operator/unknown"),
  ]);
  expect(rejections.map(({ status, body }) => [status, body.code])).toEqual([
    [403, "WrongKeyKind"],
    [403, "WrongKeyKind"],
    [403, "WrongKeyKind"],
    [403, "WrongKeyKind"],
    [405, "MethodNotAllowed"],
    [404, "RouteNotFound"],
  ]);
  admin(`operator-keys revoke --key ${keyId} --yes`);
  expect((await operator.get("/operator/accounts")).status).toBe(401);
});
