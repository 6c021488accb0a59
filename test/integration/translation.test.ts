import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-translation-"));
let videoId: string;
let spanish: Word[];

const speakSpanish = (): string => {
  const path = join(folder, "spanish.mp4");
  const inputs = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-i", media("speech/fleurs-es-000.ogg")];
  const codecs = ["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, ...codecs, path]);
  return path;
};

const transcriptOf = async (fields: Record<string, unknown>): Promise<Word[]> => {
  const client = sharedClient();
  const taskId = await client.createTask(videoId, fields);
  await client.waitForTask(videoId, taskId, ["transcriptionCompleted"]);
  return (await client.get<Word[]>(`/videos/${videoId}/task/${taskId}/transcript`)).body;
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
  videoId = (await sharedClient().upload(speakSpanish())).body.id;
  spanish = await transcriptOf({ translateTo: "es" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without optional programs; test/optional has Apertium. */
describe("translateTo", () => {
  test("that turns out to be the spoken language keeps the words, without a translator", () => {
    expect(textOf(spanish)).toContain("viajeros");
  });

  test("translates speech to English within the time of the speech", async () => {
    const english = await transcriptOf({ translateTo: "en" });
    expect(textOf(english)).toMatch(/travell?ers/);
    expect(textOf(english)).not.toContain("viajeros");
    expect(english[0]?.start_time).toBeGreaterThanOrEqual((spanish[0]?.start_time ?? 0) - 0.05);
    expect(english.at(-1)?.end_time).toBeLessThanOrEqual((spanish.at(-1)?.end_time ?? 0) + 0.05);
  });

  test("rejects an unknown language, and an unsupported pair with the supported ones", async () => {
    expect(await reject({ language: "es", translateTo: "zu" })).toMatchObject({ code: "ValidationFailed" });
    const unsupported = await reject({ language: "es", translateTo: "pt" });
    expect(unsupported.code).toBe("TranslationUnsupported");
    expect(unsupported.message).toContain("any language to en");
    expect(unsupported.message.match(/ to [a-z]{2,3}\b/g)).toEqual([" to en"]);
  });

  test("fails the task by name, free of charge, if the detected language makes an unsupported pair", async () => {
    const client = sharedClient();
    const taskId = await client.createTask(videoId, { translateTo: "pt", autoApprove: true });
    const failed = await client.waitForTask(videoId, taskId, ["failed"]);
    expect(failed).toMatchObject({ errorName: "TranslationUnsupported", cost: "0.00", downloadUrl: null });
    expect(failed.error).toContain("Spanish");
  });
});
