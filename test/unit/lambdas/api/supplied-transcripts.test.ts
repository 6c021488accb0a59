import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Video } from "../../../../core/videos/video.ts";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { aVideo } from "../../../fakes/builders.ts";
import { type Api, createApiWithVideo } from "./request.ts";

let api: Api;
/** A video of 60 s. */
let video: Video;
beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
});

const word = (text: string, start_time: number, end_time: number) => ({
  text,
  type: "word",
  start_time,
  end_time,
});
const create = (fields: object, query = "", videoId = video.id) =>
  api.send("create-task", createTask, {
    method: "POST",
    path: { videoId },
    query,
    body: { templateId: api.templateId, ...fields },
  });

describe("the times of a supplied transcript", () => {
  test("are accepted if they overlap by rounding only, and are stored without overlap", async () => {
    const { status: code, body } = await create({ transcript: [word("a", 0, 0.1 + 0.2), word("b", 0.3, 1)] });
    expect(code).toBe(201);
    expect(await api.transcripts.readSupplied(body.taskId)).toMatchObject([
      { startSeconds: 0, endSeconds: 0.3 },
      { startSeconds: 0.3, endSeconds: 1 },
    ]);
    expect((await create({ transcript: [word("a", 0, 0.301), word("b", 0.3, 1)] })).status).toBe(400);
  });

  test("are rejected with times in milliseconds, also by a dry run", async () => {
    const transcript = [word("a", 61_000, 61_300), word("b", 61_400, 61_900)];
    for (const query of ["", "dryRun=true"]) {
      const { status: code, body } = await create({ transcript }, query);
      expect([code, body.message]).toEqual([
        400,
        [expect.stringMatching(/^transcript has no entry before .* \(60 s\)\. Times are in seconds/)],
      ]);
    }
  });

  test("are accepted with any times while the duration of the video is unknown", async () => {
    const coming = aVideo({ status: "inProgress" });
    await api.videos.create(coming);
    expect((await create({ transcript: [word("a", 61_000, 61_300)] }, "", coming.id)).status).toBe(201);
  });
});
