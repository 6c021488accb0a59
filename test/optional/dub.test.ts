import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { runPython } from "../contract/containers/speech/python.ts";
import { type Client, media, type Word } from "../integration/client.ts";
import { admin, newAccount } from "../integration/operator.ts";
import { startReceiver } from "../integration/receiver.ts";

/** The voice engine is optional; its absence is tested in test/unit/lambdas/api/dubbed-tasks.test.ts. */
describe("with the voice engine", () => {
  const folder = mkdtempSync(join(tmpdir(), "capstack-dub-"));
  let client: Client;
  let accountId: string;
  let videoId: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    receiver = await startReceiver();
    ({ accountId, client } = newAccount("Dubs"));
    admin(`credits add --account ${accountId} --amount 10 --note dub`);
    const path = join(folder, "jfk.mp4");
    const inputs = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=11", "-i", media("speech/jfk.flac")];
    const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];
    execFileSync("ffmpeg", ["-v", "error", ...inputs, ...codecs, path]);
    videoId = (await client.upload(path)).body.id;
  });
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("networks that are converted for speed give the same results", async () => {
    const { stderr } = await runPython(["-m", "unittest", "dub.tests.onnx_kokoro_model"], "containers");
    expect(stderr).toMatch(/^Ran 2 tests in .*\n\nOK$/m);
  });

  const request = { language: "en", translateTo: "pt", dub: true, autoApprove: true };

  test("a dub requires the consent that the operator records", async () => {
    const body = { templateId: await client.templateId(), ...request };
    const rejected = await client.post<{ code: string }>(`/videos/${videoId}/task`, body);
    expect(rejected).toMatchObject({ status: 403, body: { code: "DubConsentRequired" } });
    admin(`accounts dub-consent --account ${accountId}`);
    const catalan = await client.post<{ message: string }>(`/videos/${videoId}/task`, {
      ...body,
      translateTo: "ca",
    });
    expect(catalan.body.message).toContain("one of en, es, fr, it, pt");
  });

  test("English speech becomes Portuguese speech with captions at its times", async () => {
    const notification = {
      recipient: `${receiver.origin}/dub`,
      type: "webhook",
      notificationsFor: ["tool"],
    };
    const taskId = await client.createTask(videoId, { ...request, notification });
    const task = await client.waitForTask(videoId, taskId, ["completed"]);
    // 11 s × (0.03 + 0.20 + 0.07) / 60.
    expect(Number(task.cost)).toBeCloseTo(0.055, 3);
    const [post] = await receiver.until("/dub", (posts) => posts.length > 0);
    expect(post?.payload).toMatchObject({ notificationFor: "tool", tool: "dub" });

    const { body: words } = await client.get<Word[]>(`/videos/${videoId}/task/${taskId}/transcript`);
    expect(words.map(({ text }) => text).join(" ")).toMatch(/país/);
    const dubbed = join(folder, "dubbed.mp4");
    await client.download(task.downloadUrl ?? "", dubbed);
    const again = (await client.upload(dubbed)).body.id;
    const check = await client.createTask(again, { language: "pt" });
    await client.waitForTask(again, check, ["transcriptionCompleted"]);
    const { body: recognized } = await client.get<Word[]>(`/videos/${again}/task/${check}/transcript`);
    const starts = new Map(recognized.map(({ text, start_time }) => [text.toLowerCase(), start_time]));
    const unique = words.filter(
      ({ text, type }) => type === "word" && words.filter((other) => other.text === text).length === 1,
    );
    const found = unique.filter(({ text, start_time }) => {
      const start = starts.get(text.toLowerCase());
      return start !== undefined && Math.abs(start - start_time) < 0.15;
    });
    expect(found.length).toBeGreaterThan(unique.length * 0.7);
  });
});
