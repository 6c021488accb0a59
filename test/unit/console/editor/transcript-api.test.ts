import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { editedTask } from "../../../../console/editor/edited-task.ts";
import {
  beginTranscript,
  beginTranscriptWithPage,
  takeTranscript,
} from "../../../../console/editor/transcript-api.ts";

const path = { apiKey: "key", videoId: "video", taskId: "task" };
const words = [{ type: "word", text: "Hello", start_time: 0, end_time: 1 }];
const stored = (etag: string): Response => Response.json(words, { headers: { etag } });

let requests: jest.SpiedFunction<typeof fetch>;
beforeEach(() => {
  requests = jest.spyOn(globalThis, "fetch");
});
afterEach(() => requests.mockRestore());

describe("the transcript of the editor", () => {
  test("is requested once by the page and its first screen", async () => {
    requests.mockResolvedValueOnce(stored("r1"));
    beginTranscriptWithPage(path);
    beginTranscript(path);
    expect(await takeTranscript(path)).toEqual({ words, etag: "r1" });
    expect(requests).toHaveBeenCalledTimes(1);
  });

  test("is requested again by a screen that opens later", async () => {
    requests.mockResolvedValueOnce(stored("r1")).mockResolvedValueOnce(stored("r2"));
    beginTranscriptWithPage(path);
    beginTranscript(path);
    beginTranscript(path);
    expect((await takeTranscript(path)).etag).toBe("r2");
  });

  test("is that of the screen's task if the page began another one", async () => {
    requests.mockResolvedValueOnce(stored("r1")).mockResolvedValueOnce(stored("r2"));
    beginTranscriptWithPage({ ...path, taskId: "other" });
    beginTranscript(path);
    expect((await takeTranscript(path)).etag).toBe("r2");
  });

  test("is requested again if the request of the page fails", async () => {
    requests.mockRejectedValueOnce(new TypeError("no connection")).mockResolvedValueOnce(stored("r2"));
    beginTranscriptWithPage(path);
    beginTranscript(path);
    expect((await takeTranscript(path)).etag).toBe("r2");
  });
});

test.each([
  ["/console/videos/v1/tasks/t1", { videoId: "v1", taskId: "t1" }],
  ["/console/videos/v%201/tasks/t1/", { videoId: "v 1", taskId: "t1" }],
  ["/console/videos/v1", null],
  ["/console/videos/v1/tasks/t1/more", null],
  ["/console", null],
])("the URL %s names the task %p", (pathname, task) => {
  expect(editedTask(pathname)).toEqual(task);
});
