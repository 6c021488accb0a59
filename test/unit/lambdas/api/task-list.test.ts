import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import { run as listTasks } from "../../../../lambdas/api/list-tasks.ts";
import { aClipTask, aTask, createdAt, expiresAt } from "../../../fakes/builders.ts";
import { type Api, createApi } from "./request.ts";

let api: Api;
beforeEach(async () => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  api = await createApi();
});

const list = (query = "") => api.send("list-tasks", listTasks, { query });
const failed = {
  status: "failed",
  errorName: "NoSpeech",
  error: "It has no speech.",
  completedAt: createdAt,
};

/** Tasks `t0` to `t6`: `t2` is a clip task, `t4` has failed, and `t5` belongs to another video. */
const addTasks = async () => {
  for (const index of [0, 1, 2, 3, 4, 5, 6]) {
    const fields = { id: `t${index}`, videoId: index === 5 ? "another" : "video" };
    if (index === 2) await api.clipTasks.create(aClipTask(fields));
    else
      await api.tasks.create(aTask({ ...fields, ...(index === 4 ? failed : {}) } as Partial<CaptioningTask>));
  }
  await api.tasks.create(aTask({ id: "t7", accountId: "another" }));
};
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

describe("the tasks of an account", () => {
  test("are listed newest first, page by page", async () => {
    await addTasks();
    const first = await list("limit=4");
    expect(idsOf(first)).toEqual(["t6", "t5", "t4", "t3"]);
    const second = await list(`limit=4&cursor=${first.body.nextCursor}`);
    expect(idsOf(second)).toEqual(["t2", "t1", "t0"]);
    expect(second.body.nextCursor).toBeNull();
    expect((await list("limit=7")).body.nextCursor).toBeNull();
    expect((await list("cursor=t0")).body).toEqual({ data: [], nextCursor: null });
  });

  test("have the fields that both kinds of tasks share", async () => {
    await addTasks();
    const { body } = await list();
    expect(body.data[2]).toEqual({
      id: "t4",
      videoId: "video",
      kind: "captioning",
      status: "failed",
      templateId: expect.any(String),
      progress: 0,
      error: "NoSpeech: It has no speech.",
      errorName: "NoSpeech",
      cost: "0.00",
      metadata: null,
      createdAt,
      completedAt: createdAt,
      expiresAt,
    });
    expect(body.data[4]).toMatchObject({ kind: "clip", templateId: null, error: null, completedAt: null });
  });

  test("are filtered by kind, status and video, also beyond the first batch", async () => {
    await addTasks();
    expect(idsOf(await list("kind=clip&limit=1"))).toEqual(["t2"]);
    expect(idsOf(await list("status=failed"))).toEqual(["t4"]);
    expect(idsOf(await list("status=pending&kind=captioning&videoId=another"))).toEqual(["t5"]);
    expect(idsOf(await list("videoId=unknown"))).toEqual([]);
  });

  test("are rejected with 400 for an unknown filter value, limit or cursor", async () => {
    for (const query of ["kind=dub", "status=done", "limit=0", "limit=101", "cursor=%23", "videoId="]) {
      expect((await list(query)).body.code).toBe("ValidationFailed");
    }
    expect((await list("status=done")).body.message).toEqual([
      "status must be one of pending, transcribing, transcriptionCompleted, rendering, completed, failed, clipping, clipped",
    ]);
  });
});
