import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { editedTask } from "../../../../console/editor/edited-task.ts";
import {
  beginTranscript,
  saveTranscript,
  takeTranscript,
} from "../../../../console/editor/transcript-api.ts";

const path = { apiKey: "key", videoId: "video", taskId: "task" };
const words = [{ type: "word", text: "Hello", start_time: 0, end_time: 1 }];
const stored = (etag: string): Response => Response.json(words, { headers: { etag } });

let requests: jest.SpiedFunction<typeof fetch>;
beforeEach(() => {
  requests = jest.spyOn(globalThis, "fetch");
});
afterEach(() => {
  requests.mockRestore();
  globalThis.firstResponses = undefined;
});

/** The page has sent a request for the transcript of a task. */
const sentFirst = (response: Promise<Response>, taskId = "task"): void => {
  response.catch(() => {});
  globalThis.firstResponses = new Map([[`/videos/video/task/${taskId}/transcript`, response]]);
};

describe("the transcript of the editor", () => {
  test("is requested once by the page and its first screen", async () => {
    sentFirst(Promise.resolve(stored("r1")));
    beginTranscript(path);
    expect(await takeTranscript(path)).toEqual({ words, etag: "r1" });
    expect(requests).not.toHaveBeenCalled();
  });

  test("is requested again by a screen that opens later", async () => {
    sentFirst(Promise.resolve(stored("r1")));
    requests.mockResolvedValueOnce(stored("r2"));
    beginTranscript(path);
    beginTranscript(path);
    expect((await takeTranscript(path)).etag).toBe("r2");
  });

  test("is that of the screen's task if the page began another one", async () => {
    sentFirst(Promise.resolve(stored("r1")), "other");
    requests.mockResolvedValueOnce(stored("r2"));
    beginTranscript(path);
    expect((await takeTranscript(path)).etag).toBe("r2");
  });

  test("is requested again if the request of the page fails", async () => {
    sentFirst(Promise.reject(new TypeError("no connection")));
    requests.mockResolvedValueOnce(stored("r2"));
    beginTranscript(path);
    expect((await takeTranscript(path)).etag).toBe("r2");
  });

  test("is saved by a request of its own", async () => {
    sentFirst(Promise.resolve(stored("r1")));
    requests.mockResolvedValueOnce(stored("r2"));
    expect(await saveTranscript(path, words as never, "r1")).toMatchObject({ etag: "r2" });
    expect(requests.mock.calls[0]?.[1]).toMatchObject({ method: "PUT" });
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
