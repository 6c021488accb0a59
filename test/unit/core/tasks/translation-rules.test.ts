import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Video } from "../../../../core/videos/video.ts";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { aTask } from "../../../fakes/builders.ts";
import { type Api, createApiWithVideo } from "../../lambdas/api/request.ts";

let api: Api;
let video: Video;
beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
});

const create = (body: Record<string, unknown>) =>
  api.send("create-task", createTask, {
    method: "POST",
    path: { videoId: video.id },
    body: { templateId: api.templateId, ...body },
  });

describe("translateTo", () => {
  const supplied = { transcript: [{ text: "Hallo", type: "word", start_time: 0, end_time: 1 }] };

  test.each<[string, Record<string, unknown>]>([
    ["speech in a language that is detected later, which may be the target", { translateTo: "la" }],
    ["supplied words in a language that is identified later", { ...supplied, translateTo: "la" }],
    ["the given language of the speech, which needs no translator", { language: "la", translateTo: "LA" }],
    ["a pair that is served", { language: "en", translateTo: "es" }],
  ])("is accepted for %s", async (_, body) => {
    const created = await create(body);
    expect(created.status).toBe(201);
    expect((await api.tasks.get(created.body.taskId))?.request.translateTo).toMatch(/^(la|es)$/);
  });

  test("is checked against the language of a copied transcript", async () => {
    const copied = aTask({
      videoId: video.id,
      transcriptRevision: 1,
      status: "rendering",
      detectedLanguage: "oc",
    });
    await api.tasks.create(copied);
    expect(await create({ transcriptTaskId: copied.id, translateTo: "oc" })).toMatchObject({ status: 201 });
    expect(await create({ transcriptTaskId: copied.id, translateTo: "es" })).toMatchObject({
      status: 400,
      body: { code: "TranslationUnsupported", message: expect.stringContaining("translateTo es from oc") },
    });
  });
});
