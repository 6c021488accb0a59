import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-translation-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spanishFilm = (): string => {
  const path = join(folder, "spanish.mp4");
  execFileSync("ffmpeg", [
    ...[
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=320x180:r=25",
      "-i",
      media("speech/fleurs-es-000.ogg"),
    ],
    ...["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
  ]);
  return path;
};

const textOf = (words: readonly Word[]): string =>
  words
    .map(({ text }) => text)
    .join(" ")
    .toLowerCase();

test("Spanish speech gets English captions, and Portuguese ones from its words where Apertium is installed", async () => {
  const client = sharedClient();
  const { body: video } = await client.upload(spanishFilm());
  const transcriptOf = async (fields: Record<string, unknown>): Promise<Word[]> => {
    const taskId = await client.createTask(video.id, fields);
    await client.waitForTask(video.id, taskId, ["transcriptionCompleted"]);
    return (await client.get<Word[]>(`/videos/${video.id}/task/${taskId}/transcript`)).body;
  };
  const spanish = await transcriptOf({ translateTo: "es" });
  const english = await transcriptOf({ translateTo: "en" });
  expect(textOf(spanish)).toContain("viajeros");
  expect(textOf(english)).toMatch(/travell?ers/);
  expect(textOf(english)).not.toContain("viajeros");
  expect(english[0]?.start_time).toBeGreaterThanOrEqual((spanish[0]?.start_time ?? 0) - 0.05);
  expect(english.at(-1)?.end_time).toBeLessThanOrEqual((spanish.at(-1)?.end_time ?? 0) + 0.05);

  const refused = await client.post<{ code: string; message: string }>(`/videos/${video.id}/task`, {
    templateId: await client.templateId(),
    language: "es",
    translateTo: "zu",
  });
  expect(refused).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
  const unserved = await client.post<{ code: string; message: string }>(`/videos/${video.id}/task`, {
    templateId: await client.templateId(),
    language: "es",
    translateTo: "ja",
  });
  expect(unserved.body).toMatchObject({ code: "TranslationUnsupported" });
  expect(unserved.body.message).toContain("any language to en");
  if (!/es[^;]* to pt/.test(unserved.body.message)) return;
  const portuguese = await transcriptOf({ translateTo: "pt", language: "es", transcript: spanish });
  expect(textOf(portuguese)).toMatch(/recomenda.*viajantes/);
});
