import { beforeEach, describe, expect, test } from "@jest/globals";
import type { DubSupport } from "../../../../core/dub/dub-support.ts";
import type { CreateTaskDeps } from "../../../../core/tasks/create-captioning-task.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { run } from "../../../../lambdas/api/create-task.ts";
import { machineOffer } from "../../../fakes/translation.ts";
import { type Api, createApiWithVideo } from "./request.ts";

let api: Api;
let video: Video;
let dub: DubSupport;
const translation = machineOffer({
  pairs: ["en>pt", "en>es", "pt>en"],
  roughPairs: ["en>es"],
  hasSpeechTranslation: true,
});

beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
  dub = { targets: ["en", "es", "pt"] };
  await api.accounts.change(video.accountId, { dubConsentAt: "2026-03-01T12:00:00.000Z" });
});

const create = (body: Record<string, unknown> = {}, query = "") =>
  api.send(
    "create-task",
    (request: Parameters<typeof run>[0], deps: CreateTaskDeps) => run(request, { ...deps, dub, translation }),
    {
      method: "POST",
      path: { videoId: video.id },
      query,
      body: { templateId: api.templateId, dub: true, translateTo: "pt", ...body },
    },
  );

describe("a task with dub", () => {
  test("is created, and stores that it is a dub", async () => {
    const { status, body } = await create({ language: "en" });
    expect(status).toBe(201);
    expect((await api.tasks.get(body.taskId))?.request).toMatchObject({ dub: true, translateTo: "pt" });
  });

  test("costs 0.20 USD more per minute, also in a dry run", async () => {
    const costs = await Promise.all(
      [{}, { dub: false }].map(async (body) => Number((await create(body, "dryRun=true")).body.cost)),
    );
    const minutes = (video.status === "uploaded" ? video.media.durationSeconds : 0) / 60;
    expect(minutes).toBeGreaterThan(0);
    expect((costs[0] ?? 0) - (costs[1] ?? 0)).toBeCloseTo(0.2 * minutes, 5);
  });

  test.each([
    ["DubUnavailable", 400, "one of en, es, pt", { translateTo: "de" }],
    ["DubUnavailable", 400, "already in pt", { language: "pt" }],
    ["TranslationUnsupported", 400, "too many errors", { language: "en", translateTo: "es" }],
    ["TranslationUnsupported", 400, "translateTo pt from de", { language: "de" }],
  ])("is rejected with %s %d: %s", async (code, status, sentence, body) => {
    const response = await create(body);
    expect(response).toMatchObject({ status, body: { code } });
    expect(response.body.message).toContain(sentence);
  });

  test("is rejected with 403 until the operator has recorded the consent, in dry runs too", async () => {
    await api.accounts.change(video.accountId, { dubConsentAt: null });
    for (const query of ["", "dryRun=true"])
      expect(await create({}, query)).toMatchObject({ status: 403, body: { code: "DubConsentRequired" } });
  });

  test("is rejected without a voice engine, before consent matters", async () => {
    dub = { targets: [] };
    await api.accounts.change(video.accountId, { dubConsentAt: null });
    expect(await create()).toMatchObject({ status: 400, body: { code: "DubUnavailable" } });
  });
});
