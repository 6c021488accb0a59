import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-translation-"));
let videoId: string;
let spanish: Word[];
/** Names of the warnings of each task that transcriptOf created. */
const warnings: string[][] = [];

const videoOf = (recording: string): string => {
  const path = join(folder, `${recording}.mp4`);
  const inputs = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-i", media(`speech/${recording}`)];
  const codecs = ["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, ...codecs, path]);
  return path;
};

const transcriptOf = async (fields: Record<string, unknown>, id = videoId): Promise<Word[]> => {
  const client = sharedClient();
  const taskId = await client.createTask(id, fields);
  const task = await client.waitForTask(id, taskId, ["transcriptionCompleted"]);
  warnings.push(task.warnings.map(({ name }) => name));
  return (await client.get<Word[]>(`/videos/${id}/task/${taskId}/transcript`)).body;
};

const textOf = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text)
    .join(" ")
    .toLowerCase();

const reject = async (fields: Record<string, unknown>) => {
  const client = sharedClient();
  const body = { templateId: await client.templateId(), ...fields };
  const response = await client.post<{ code: string; message: string }>(`/videos/${videoId}/task`, body);
  expect(response.status).toBe(400);
  return response.body;
};

beforeAll(async () => {
  videoId = (await sharedClient().upload(videoOf("fleurs-es-000.ogg"))).body.id;
  spanish = await transcriptOf({ translateTo: "es" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without optional programs; test/optional has Apertium. */
describe("translateTo", () => {
  test("that turns out to be the spoken language keeps the words, without a translator", () => {
    expect(textOf(spanish)).toContain("viajeros");
    expect(warnings[0]).toEqual([]);
  });

  test("translates speech to English within the time of the speech", async () => {
    const english = await transcriptOf({ translateTo: "en" });
    expect(textOf(english)).toMatch(/travell?ers/);
    expect(textOf(english)).not.toContain("viajeros");
    expect(english[0]?.start_time).toBeGreaterThanOrEqual((spanish[0]?.start_time ?? 0) - 0.05);
    expect(english.at(-1)?.end_time).toBeLessThanOrEqual((spanish.at(-1)?.end_time ?? 0) + 0.05);
  });

  test("translates English speech to Portuguese with the models of the set-up", async () => {
    const english = (await sharedClient().upload(videoOf("jfk.flac"))).body.id;
    const portuguese = await transcriptOf({ language: "en", translateTo: "pt" }, english);
    expect(textOf(portuguese)).toMatch(/(?<!\p{L})(?:que|para|país|não)(?!\p{L})/u);
    expect(textOf(portuguese)).not.toMatch(/\b(?:the|and|of)\b/);
    expect(warnings.at(-1)).toEqual([]);
  });

  test("rejects an unknown language, and an unsupported pair with the supported ones", async () => {
    expect(await reject({ language: "es", translateTo: "zu" })).toMatchObject({ code: "ValidationFailed" });
    const unsupported = await reject({ language: "es", translateTo: "ja" });
    expect(unsupported.code).toBe("TranslationUnsupported");
    expect(unsupported.message).toContain("any language to en");
    expect(unsupported.message).toMatch(/\ben\b[^;]* to pt/);
    expect(unsupported.message).not.toMatch(/; [^;]* to ja/);
  });

  test("fails the task by name, free of charge, if the detected language makes an unsupported pair", async () => {
    const client = sharedClient();
    const taskId = await client.createTask(videoId, { translateTo: "ja", autoApprove: true });
    const failed = await client.waitForTask(videoId, taskId, ["failed"]);
    expect(failed).toMatchObject({ errorName: "TranslationUnsupported", cost: "0.00", downloadUrl: null });
    expect(failed.error).toContain("Spanish");
  });
});
