import { describe, expect, test } from "@jest/globals";
import { media } from "./client.ts";
import { admin, newAccount } from "./operator.ts";

interface Statement {
  entries: { kind: string; amount: string; taskId: string | null }[];
  balance: string;
  held: string;
}

const micro = (usd: string): number => Math.round(Number(usd) * 1e6);

describe("An account", () => {
  test("creates tasks up to its balance, and runs them in order within the limits of its plan", async () => {
    admin("plans create --name narrow --concurrent-tasks 1 --requests-per-second 50 --burst 200");
    const { accountId, client } = newAccount("Acme", " --plan narrow");
    const video = await client.upload(media("video/sy_portrait.mp4"));
    expect(video.status).toBe(201);
    const path = `/videos/${video.body.id}/task`;
    const request = { templateId: await client.templateId(), transcript: [] };

    const dry = await client.post<{ cost: string }>(`${path}?dryRun=true`, request);
    expect(dry).toMatchObject({ status: 200, body: { cost: expect.any(String), currency: "USD" } });
    const amount = ((4 * micro(dry.body.cost)) / 1e6).toFixed(6);
    const credit = `credits add --account ${accountId} --amount ${amount} --reference INV-1`;
    admin(credit);
    expect(admin(credit)).toMatchObject({ repeated: true });

    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        client.post<{ taskId: string }>(path, request, { "idempotency-key": `request ${index % 12}` }),
      ),
    );
    const created = new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.taskId));
    expect(created.size).toBe(4);
    for (const { status } of responses) expect([201, 402]).toContain(status);
    const statement = admin<Statement>(`credits statement --account ${accountId}`);
    expect(statement.entries.filter(({ kind }) => kind === "hold")).toHaveLength(4);
    expect(statement.entries.reduce((sum, entry) => sum + micro(entry.amount), 0)).toBe(
      micro(statement.balance),
    );
    expect([statement.balance, micro(statement.held)]).toEqual(["0.00", micro(amount)]);

    // With one concurrent task, each starts when the previous one waits for its approval.
    for (const taskId of created) await client.waitForTask(video.body.id, taskId, ["transcriptionCompleted"]);
    expect(admin("ledger verify")).toMatchObject({ problems: [] });
  });

  test("manages its keys and its webhook secret, and lists its tasks and its usage", async () => {
    const { client } = newAccount("Self");
    const key = await client.post<{ id: string }>("/account/keys", {});
    expect(key.status).toBe(201);
    const { body: keys } = await client.get<{ id: string }[]>("/account/keys");
    expect(keys.map(({ id }) => id)).toContain(key.body.id);
    expect((await client.send("DELETE", `/account/keys/${key.body.id}`)).status).toBe(204);
    for (const path of ["/tasks", "/account/usage", "/account/webhook", "/account/webhook/deliveries"])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    const { body } = await client.post<{ secret: string }>("/account/webhook/secret", {});
    expect(body.secret).toMatch(/^whsec_/);

    const upload = { filename: "a.mp4", uploadParts: [{ contentLength: 9 }] };
    const { body: started } = await client.post<{ uploadId: string; videoId: string }>(
      "/videos/upload",
      upload,
    );
    const { uploadId, videoId } = started;
    const renewed = await client.post("/videos/upload/urls", { uploadId, videoId, partNumbers: [1] });
    expect(renewed).toMatchObject({ status: 200, body: { urls: [expect.any(String)] } });
    expect((await client.get(`/videos/${videoId}/playback`)).status).toBe(409);
  });

  test("gets 429 beyond its burst, 403 while suspended, and 401 with a revoked key", async () => {
    admin("plans create --name tiny --requests-per-second 1 --burst 3");
    const { accountId, client } = newAccount("Tiny", " --plan tiny");
    const balance = () => client.get<{ code: string }>("/user-billing");
    const responses = await Promise.all(Array.from({ length: 40 }, balance));
    const rejected = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual([200, 429]);
    expect(rejected[0]?.body.code).toBe("TooManyRequests");
    expect(Number(rejected[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(rejected[0]?.headers.get("ratelimit-limit")).toBe("3");

    admin(`accounts suspend --account ${accountId}`);
    expect(await balance()).toMatchObject({ status: 403, body: { code: "AccountSuspended" } });
    admin(`accounts resume --account ${accountId}`);
    expect([200, 429]).toContain((await balance()).status);

    const [key] = admin<{ keys: { keyId: string; lastUsedAt: string | null }[] }>(
      `keys list --account ${accountId}`,
    ).keys;
    expect(key?.lastUsedAt).not.toBeNull();
    const revoke = `keys revoke --account ${accountId} --key ${key?.keyId}`;
    expect(admin(revoke)).toMatchObject({ error: expect.stringContaining("Add --yes") });
    expect(admin(`${revoke} --yes`)).toMatchObject({ revoked: true });
    expect((await balance()).status).toBe(401);
  });
});
