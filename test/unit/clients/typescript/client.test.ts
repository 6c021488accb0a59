import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { CapstackClient, CapstackError, CapstackFailure } from "../../../../clients/typescript/src/client.ts";

const root = resolve(import.meta.dirname, "../../../..");

test("the generated interface is that of the route table (npm run client writes it)", () => {
  const made = execFileSync(process.execPath, ["bin/generate-client.ts", "--print"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(readFileSync(resolve(root, "clients/typescript/src/interface.ts"), "utf8")).toBe(made);
});

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}
type Reply = [status: number, body: unknown, headers?: Record<string, string>];

/** A client that gets the given responses in order; the last one is repeated. */
const clientOf = (...replies: Reply[]) => {
  const sent: Sent[] = [];
  const fake = (async (url: string, init: Omit<Sent, "url">) => {
    const [status, body, headers = {}] = replies[Math.min(sent.length, replies.length - 1)] as Reply;
    sent.push({ ...init, url });
    const isNothing = body === null;
    const type = { "content-type": "application/json", ...headers };
    return new Response(isNothing ? null : JSON.stringify(body), { status, headers: type });
  }) as unknown as typeof fetch;
  return { client: new CapstackClient({ baseUrl: "https://c.test/", apiKey: "k", fetch: fake }), sent };
};
const quick = { pauseMs: { first: 1, longest: 1 } };

describe("a call", () => {
  test("fills the path, the query, the body and the headers", async () => {
    const { client, sent } = clientOf([201, { taskId: "t" }]);
    expect(await client.createTask("a/b", { templateId: "x" }, { idempotencyKey: "once" })).toBe("t");
    expect(sent[0]).toMatchObject({
      method: "POST",
      url: "https://c.test/videos/a%2Fb/task",
      body: '{"templateId":"x"}',
      headers: { "x-api-key": "k", "content-type": "application/json", "idempotency-key": "once" },
    });
    await client.call("listVideos", { query: { page: 2 } });
    expect(sent[1]?.url).toBe("https://c.test/videos?page=2");
  });

  test("creates a clip task and waits for its clips", async () => {
    const clips = [{ url: "https://c.test/clip", theme: "t", startTime: 0, endTime: 9, duration: 9 }];
    const { client, sent } = clientOf(
      [201, { id: "c", taskId: "c" }],
      [200, { id: "c", status: "clipping", clips: [] }],
      [200, { id: "c", status: "completed", clips }],
    );
    expect(await client.createClipTask("v", { maxClips: 2, durationRange: "lt_30s" })).toBe("c");
    expect(await client.waitForClips("v", "c", quick)).toMatchObject({ status: "completed", clips });
    expect(sent.map(({ url }) => url)).toEqual([
      "https://c.test/videos/v/clipTask",
      "https://c.test/videos/v/clipTask/c",
      "https://c.test/videos/v/clipTask/c",
    ]);
    const failed = { id: "c", status: "failed", errorName: "NoSpeech", error: "NoSpeech: Nothing is said." };
    await expect(clientOf([200, failed]).client.waitForClips("v", "c", quick)).rejects.toMatchObject({
      code: "NoSpeech",
      message: "Nothing is said.",
    });
  });

  test("throws the error of the service", async () => {
    const body = { statusCode: 400, message: ["a", "b"], code: "ValidationFailed", requestId: "r" };
    const error = await clientOf([400, body])
      .client.call("getBalance", {})
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CapstackError);
    expect(error).toMatchObject({
      statusCode: 400,
      code: "ValidationFailed",
      messages: ["a", "b"],
      requestId: "r",
    });
  });

  test("reports the status of a response that is not from the service", async () => {
    const { client } = clientOf([502, "<html>"]);
    await expect(client.call("getBalance", {})).rejects.toMatchObject({ code: "Http502", requestId: null });
  });
});

describe("waiting", () => {
  test("continues after temporary errors, and ends in the requested state", async () => {
    const { client, sent } = clientOf(
      [429, { code: "TooManyRequests", message: "slow" }, { "retry-after": "0" }],
      [200, { status: "transcribing" }],
      [200, { status: "transcriptionCompleted" }],
    );
    const seen: string[] = [];
    const onPoll = ({ status }: { status: string }) => seen.push(status);
    await client.waitForTask("v", "t", { ...quick, onPoll, until: ["transcriptionCompleted"] });
    expect(seen).toEqual(["transcribing", "transcriptionCompleted"]);
    expect(sent).toHaveLength(3);
  });

  test("throws the failure of a task and of a video with its name", async () => {
    const failed = { status: "failed", errorName: "FontNotFound", error: "FontNotFound: It is gone." };
    const task = clientOf([200, failed]).client.waitForTask("v", "t", quick);
    await expect(task).rejects.toMatchObject({ code: "FontNotFound", message: "It is gone." });
    const aborted = { status: "aborted", error: "NotMedia: No video." };
    const video = clientOf([200, aborted]).client.waitForVideo("v", quick);
    await expect(video).rejects.toBeInstanceOf(CapstackFailure);
  });

  test("waits for Retry-After, and stops at the deadline", async () => {
    const { client, sent } = clientOf([429, { code: "TooManyRequests" }, { "retry-after": "3600" }]);
    const waiting = client.waitForTask("v", "t", { ...quick, deadlineMs: 20 });
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
    expect(sent).toHaveLength(1);
  });
});

describe("an upload", () => {
  const begun = { uploadId: "u", videoId: "v", urls: ["https://s.test/1", "https://s.test/2"] };

  test("sends each part without the key, and retries a failed one at a new URL", async () => {
    const { client, sent } = clientOf(
      [201, begun],
      [500, {}],
      [200, { urls: ["https://s.test/1-again"] }],
      [200, null],
      [200, null],
      [201, { id: "v", videoId: "v", status: "inProgress", storageId: "s" }],
    );
    const totals: number[] = [];
    const file = new Blob(["abcde"]);
    await client.uploadFile(file, {
      filename: "a",
      partBytes: 3,
      parallel: 1,
      onBytes: (n) => totals.push(n),
    });
    expect(totals).toEqual([3, 5]);
    expect(sent.map(({ url }) => url.replace(/^https:\/\//, ""))).toEqual([
      "c.test/videos/upload",
      "s.test/1",
      "c.test/videos/upload/urls",
      "s.test/1-again",
      "s.test/2",
      "c.test/videos/upload/complete",
    ]);
    expect(sent[0]?.body).toContain('"uploadParts":[{"contentLength":3},{"contentLength":2}]');
    expect(JSON.stringify(sent[1]?.headers ?? {})).not.toContain("x-api-key");
  });
});
