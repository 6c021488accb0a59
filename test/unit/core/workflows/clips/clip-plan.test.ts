import { describe, expect, test } from "@jest/globals";
import { clipPlanSchema } from "../../../../../core/clips/clip-plan.ts";
import { renderJobSchema } from "../../../../../core/render-plan/render-job.ts";
import { clipPlanKey } from "../../../../../core/storage/keys.ts";
import { templates } from "../../../../../core/templates/catalog.ts";
import { chooseTaskClips } from "../../../../../core/workflows/clips/choose-task-clips.ts";
import { createClipTaskFixture, recognition } from "./clip-task-fixture.ts";

const captions = { templateId: templates[0]?.id ?? "", renderOptions: {} };
const otherWords = recognition.words.slice(150);

const transcribedTask = async () => {
  const fixture = await createClipTaskFixture(2, captions);
  await fixture.prepare();
  await fixture.recognize();
  const { id, bucket, transcripts } = fixture;
  const plan = async () => clipPlanSchema.parse(await bucket.getJson(clipPlanKey(id)));
  /** What the first clip is cut from and published with. */
  const firstClip = async (jobKey: string) => {
    const { cuts, transcript } = renderJobSchema.parse(await bucket.getJson(jobKey));
    return { range: cuts?.kept[0], drawn: transcript, published: await transcripts.readClip(id, 0) };
  };
  return { ...fixture, plan, firstClip };
};

describe("the plan of a clip task", () => {
  test("is the first one that is written, with its words, when two calls overlap", async () => {
    const fixture = await transcribedTask();
    const { id, plan, firstClip } = fixture;
    let first: Awaited<ReturnType<typeof firstClip>> | undefined;
    const chosen = await chooseTaskClips(
      { taskId: id },
      {
        ...fixture,
        transcripts: {
          ...fixture.transcripts,
          // The other call begins and ends while this one is about to choose from other words.
          readRecognition: async () => {
            const { clips } = await chooseTaskClips({ taskId: id }, fixture);
            first = await firstClip(clips[0]?.jobKey ?? "");
            return { ...recognition, words: otherWords };
          },
        },
      },
    );
    const last = await firstClip(chosen.clips[0]?.jobKey ?? "");
    const [clip] = (await plan()).clips;
    expect(last).toEqual(first);
    expect(last.range).toEqual({ startFrame: clip?.startFrame, endFrame: clip?.endFrame });
    expect(last.published).toEqual(clip?.transcript);
  });

  test("has its words after a call that ended before it wrote them", async () => {
    const fixture = await transcribedTask();
    const writeClip = () => Promise.reject(new Error("The function ended"));
    const failing = { ...fixture, transcripts: { ...fixture.transcripts, writeClip } };
    await expect(chooseTaskClips({ taskId: fixture.id }, failing)).rejects.toThrow("The function ended");
    await fixture.recognize(otherWords);
    const { clips } = await chooseTaskClips({ taskId: fixture.id }, fixture);
    const { drawn, published } = await fixture.firstClip(clips[0]?.jobKey ?? "");
    const [clip] = (await fixture.plan()).clips;
    expect(published.length).toBeGreaterThan(20);
    expect([drawn, published]).toEqual([clip?.transcript, clip?.transcript]);
  });

  test("of an earlier version is kept, with the words that were written before it", async () => {
    const fixture = await transcribedTask();
    const { id, bucket, plan } = fixture;
    await chooseTaskClips({ taskId: id }, fixture);
    const { clips, ...rest } = await plan();
    const earlier = { ...rest, clips: clips.map(({ transcript: _, ...clip }) => clip) };
    await bucket.putJson(clipPlanKey(id), earlier);
    const again = await chooseTaskClips({ taskId: id }, fixture);
    const { drawn } = await fixture.firstClip(again.clips[0]?.jobKey ?? "");
    expect(drawn).toEqual(clips[0]?.transcript);
    expect(await plan()).toEqual(earlier);
  });
});
