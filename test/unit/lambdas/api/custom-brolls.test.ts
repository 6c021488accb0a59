import { beforeEach, describe, expect, test } from "@jest/globals";
import type { PlannedBroll } from "../../../../core/broll/broll-plan.ts";
import { brollPlanKey, requestedBrollsKey } from "../../../../core/storage/keys.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { run as getTask } from "../../../../lambdas/api/get-task.ts";
import { aTask, someMedia } from "../../../fakes/builders.ts";
import { type Api, createApiWithVideo } from "./request.ts";

let api: Api;
let video: Video;
beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
});

const create = (customBrolls: unknown, exportSettings: Record<string, unknown> = {}) =>
  api.send("create-task", createTask, {
    method: "POST",
    path: { videoId: video.id },
    query: "",
    body: { templateId: api.templateId, exportSettings, transcribeSettings: { broll: { customBrolls } } },
  });
const broll = (startTime: unknown, endTime: unknown, url: unknown = "https://clips.example/a.mp4") => ({
  startTime,
  endTime,
  url,
});
const field = "transcribeSettings.broll.customBrolls";

describe("custom b-rolls of a request", () => {
  test.each<[string, unknown]>([
    [`${field}[0].endTime (1) must be greater than its startTime (1)`, [broll(1, 1)]],
    [`${field}[1].endTime (2) must be greater than its startTime (3)`, [broll(0, 1), broll(3, 2)]],
    [
      `${field}[1].startTime (1.5) must not be less than the previous endTime (2)`,
      [broll(1, 2), broll(1.5, 3)],
    ],
    [`${field}[1].startTime (0) must not be less than the previous endTime (6)`, [broll(5, 6), broll(0, 1)]],
    [`${field}[0].startTime must be at least 0`, [broll(-1, 1)]],
    [`${field}[0].startTime must be a number`, [broll("1", 2)]],
    [`${field}[0].url is required`, [{ startTime: 0, endTime: 1 }]],
    [`${field}[0].loop is not a known field`, [{ ...broll(0, 1), loop: true }]],
    [`${field} must be an array`, broll(0, 1)],
    [`${field}[0].url must be an absolute http or https URL`, [broll(0, 1, "clip.mp4")]],
    [
      `${field}[1].url must be an absolute http or https URL`,
      [broll(0, 1), broll(1, 2, "file:///etc/passwd")],
    ],
    [`${field}[0].url must be a public URL`, [broll(0, 1, "http://169.254.169.254/latest")]],
    [`${field}[0].url must be a public URL`, [broll(0, 1, "http://[::1]/a.mp4")]],
    [`${field}[0].url must not contain a user name`, [broll(0, 1, "https://me:secret@clips.example/a.mp4")]],
  ])("are rejected: %s", async (message, customBrolls) => {
    const response = await create(customBrolls);
    expect(response).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    expect(response.body.message.join("; ")).toContain(message);
  });

  test("are accepted and stored without overlap if their overlap is only rounding", async () => {
    const { status, body } = await create([broll(0, 0.1 + 0.2), broll(0.3, 1), broll(1, 2)]);
    expect(status).toBe(201);
    expect(await api.bucket.getJson(requestedBrollsKey(body.taskId))).toMatchObject([
      { startSeconds: 0, endSeconds: 0.3 },
      { startSeconds: 0.3, endSeconds: 1 },
      { startSeconds: 1, endSeconds: 2 },
    ]);
    expect((await create([broll(0, 0.301), broll(0.3, 1)])).status).toBe(400);
  });

  test("are rejected with all problems in one response", async () => {
    const response = await create([broll(2, 1, "x"), broll(0, 1)]);
    expect(response.body.message).toHaveLength(3);
  });

  test("are stored beside the record, also for a canvas task", async () => {
    const brolls = [broll(0, 1), broll(1, 2.5), broll(100, 200)];
    for (const settings of [{}, { outputMode: "greenScreen" }]) {
      const { status, body } = await create(brolls, settings);
      expect(status).toBe(201);
      expect(await api.bucket.getJson(requestedBrollsKey(body.taskId))).toEqual(
        brolls.map(({ startTime, endTime, url }) => ({ startSeconds: startTime, endSeconds: endTime, url })),
      );
      expect((await api.tasks.get(body.taskId))?.request.customBrolls).toBe(3);
    }
  });
});

test("the task lists the b-rolls of the output video when it is completed", async () => {
  const task = aTask({ videoId: video.id, accountId: video.accountId });
  const planned = { ...task, id: `${task.id}p`, hasBrollPlan: true };
  const plan: PlannedBroll[] = [
    {
      startSeconds: 1,
      endSeconds: 2,
      url: "https://clips.example/a.mp4",
      key: "tasks/1/broll/clip-0",
      media: someMedia(),
    },
  ];
  for (const each of [task, planned]) await api.tasks.create(each);
  await api.bucket.putJson(brollPlanKey(planned.id), plan);
  const brollsOf = async (id: string) =>
    (await api.send("get-task", getTask, { path: { videoId: video.id, id } })).body.brolls;
  expect(await brollsOf(task.id)).toEqual([]);
  expect(await brollsOf(planned.id)).toEqual([
    { startTime: 1, endTime: 2, url: "https://clips.example/a.mp4" },
  ]);
});
