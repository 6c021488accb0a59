import { describe, expect, test } from "@jest/globals";
import { renderJobSchema } from "../../../../../core/render-plan/render-job.ts";
import { templates } from "../../../../../core/templates/catalog.ts";
import { chooseTaskClips } from "../../../../../core/workflows/clips/choose-task-clips.ts";
import { createClipTaskFixture, recognition } from "./clip-task-fixture.ts";

describe("a clip task with captions", () => {
  test("draws its captions from the words of the clip, also in a repeated step", async () => {
    const [template] = templates;
    const renderOptions = { styleOptions: { top: 70 } };
    const fixture = await createClipTaskFixture(2, { templateId: template?.id ?? "", renderOptions });
    await fixture.prepare();
    await fixture.recognize();
    const { clips } = await chooseTaskClips({ taskId: fixture.id }, fixture);
    const jobs = await Promise.all(
      clips.map(async ({ jobKey }) => renderJobSchema.parse(await fixture.bucket.getJson(jobKey))),
    );
    for (const [index, job] of jobs.entries()) {
      expect(job).toMatchObject({ template, renderOptions, language: "en", fonts: [] });
      expect(job.transcript).toEqual(await fixture.transcripts.readClip(fixture.id, index));
      expect(job.transcript.length).toBeGreaterThan(20);
      const frames = job.cuts?.kept[0];
      const clipSeconds = ((frames?.endFrame ?? 0) - (frames?.startFrame ?? 0)) / 30;
      expect(job.transcript.at(-1)?.endSeconds).toBeLessThanOrEqual(clipSeconds + 0.01);
    }
    await fixture.recognize(recognition.words.slice(0, 60));
    await chooseTaskClips({ taskId: fixture.id }, fixture);
    expect(renderJobSchema.parse(await fixture.bucket.getJson(clips[0]?.jobKey ?? ""))).toEqual(jobs[0]);
  });

  test("fails when the font or the template of its captions is gone", async () => {
    const fontId = "0199a3c4-0000-7000-8000-000000000001";
    const cases = [
      ["FontNotFound", { templateId: templates[0]?.id ?? "", renderOptions: { styleOptions: { fontId } } }],
      ["RenderFailed", { templateId: "gone", renderOptions: {} }],
    ] as const;
    for (const [name, captions] of cases) {
      const fixture = await createClipTaskFixture(1, captions);
      await fixture.prepare();
      await fixture.recognize();
      await expect(chooseTaskClips({ taskId: fixture.id }, fixture)).rejects.toMatchObject({ name });
    }
  });
});
