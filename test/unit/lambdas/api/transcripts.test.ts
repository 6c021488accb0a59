import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { toWordEntry, type WireWordEntry } from "../../../../core/api/schemas/word-entry.ts";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import { run as approveTranscript } from "../../../../lambdas/api/approve-transcript.ts";
import { run as getTranscript } from "../../../../lambdas/api/get-transcript.ts";
import { run as putTranscript } from "../../../../lambdas/api/put-transcript.ts";
import { aTask, aVideo } from "../../../fakes/builders.ts";
import { type Api, createApi } from "./request.ts";

const words: WireWordEntry[] = [
  { text: "Hello", type: "word", start_time: 0.5, end_time: 1, confidence: 0.9 },
  { text: ",", type: "punctuation", start_time: 1, end_time: 1, confidence: 0.8 },
  { text: "<you>", type: "word", start_time: 1.2, end_time: 1.7, confidence: 0.7 },
  { text: "Again", type: "word", start_time: 3671.5, end_time: 3672 },
];

let api: Api;
let task: CaptioningTask;
beforeEach(async () => {
  jest.spyOn(console, "log").mockImplementation(() => {});
  api = await createApi();
  const video = aVideo();
  await api.videos.create(video);
  task = aTask({
    videoId: video.id,
    status: "transcriptionCompleted",
    taskToken: "token",
    transcriptRevision: 1,
    detectedLanguage: "en",
  });
  await api.tasks.create(task);
  await api.transcripts.write(task.id, 1, words.map(toWordEntry));
});

const path = () => ({ videoId: task.videoId, id: task.id });
const get = (query = "") => api.send("get-transcript", getTranscript, { path: path(), query });
const put = (body: unknown, headers: Record<string, string> = {}) =>
  api.send("put-transcript", putTranscript, { method: "PUT", path: path(), body, headers });
const approve = (rawBody?: string) =>
  api.send("approve-transcript", approveTranscript, {
    method: "POST",
    path: path(),
    headers: { "content-type": "text/csv" },
    ...(rawBody === undefined ? {} : { rawBody }),
  });

describe("reading", () => {
  test("answers the bare array with its ETag", async () => {
    expect(await get()).toMatchObject({ status: 200, body: words, headers: { etag: '"r1"' } });
  });

  test("before there is one is 409", async () => {
    const early = aTask({ videoId: task.videoId, status: "transcribing" });
    await api.tasks.create(early);
    const answer = await api.send("get-transcript", getTranscript, {
      path: { videoId: task.videoId, id: early.id },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: "TranscriptNotReady" } });
  });

  test("as subtitles and as text", async () => {
    expect(await get("format=srt")).toMatchObject({
      body: "1\r\n00:00:00,500 --> 00:00:01,700\r\nHello, <\u2060you>\r\n\r\n2\r\n01:01:11,500 --> 01:01:12,000\r\nAgain\r\n\r\n",
      headers: { "content-type": "application/x-subrip; charset=utf-8", etag: '"r1"' },
    });
    expect((await get("format=vtt")).body).toBe(
      "WEBVTT\n\n00:00:00.500 --> 00:00:01.700\nHello, &lt;you&gt;\n\n01:01:11.500 --> 01:01:12.000\nAgain\n\n",
    );
    expect((await get("format=txt")).body).toBe("Hello, <you>\nAgain\n");
    expect((await get("format=ass")).status).toBe(400);
  });
});

describe("replacing", () => {
  test("stores a new revision; unchanged entries keep their confidence, others have 1", async () => {
    const edited = [
      { ...words[0], confidence: 0.1 },
      { ...words[2], text: "friend" },
    ];
    const answer = await put(edited);
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"r2"' } });
    expect(answer.body).toEqual([words[0], { ...edited[1], confidence: 1 }]);
    expect((await get()).body).toEqual(answer.body);
    expect(await api.transcripts.read(task.id, 1)).toEqual(words.map(toWordEntry));
  });

  test("accepts times that overlap only by rounding, and stores them without overlap", async () => {
    const { status, body } = await put([
      { text: "a", type: "word", start_time: 0, end_time: 0.1 + 0.2 },
      { text: "b", type: "word", start_time: 0.3, end_time: 0.7004 },
      { text: ".", type: "punctuation", start_time: 0.7, end_time: 0.6999 },
    ]);
    expect(status).toBe(200);
    expect(body.map((entry: WireWordEntry) => [entry.start_time, entry.end_time])).toEqual([
      [0, 0.3],
      [0.3, 0.7],
      [0.7, 0.7],
    ]);
  });

  test("is rejected with times in milliseconds", async () => {
    const inMilliseconds = words.map((word) => ({
      ...word,
      start_time: word.start_time * 1000,
      end_time: word.end_time * 1000,
    }));
    const answer = await put(inMilliseconds.slice(0, 3));
    expect(answer).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    expect(answer.body.message).toEqual([
      "The transcript has no entry before the end of the video (60 s). Times are in seconds: divide milliseconds by 1000",
    ]);
  });

  test("may empty it", async () => {
    expect(await put([])).toMatchObject({ status: 200, body: [] });
  });

  test("ignores unknown fields of an entry and takes null for an emoji", async () => {
    const [first] = words;
    expect((await put([{ ...first, emoji: null, important: null, speaker: 2 }])).body).toEqual([
      { ...first, emoji: null },
    ]);
  });

  test.each([
    [
      [words[0], { ...words[2], start_time: 0.999 }],
      "[1].start_time (0.999) must not be less than the previous end_time (1)",
    ],
    [[{ ...words[0], end_time: 0.4 }], "[0].end_time"],
    [[{ ...words[0], text: " " }], "[0].text must not be blank"],
    [[words[0], { ...words[2], fontFileKey: "x" }], "[1].fontFileKey"],
    [
      [words[0], { ...words[2], end_time: 1e300 }],
      "[1].end_time must be at most 1000000000000. Times are in seconds",
    ],
    [[{ ...words[0], text: "\u0000\u0007" }], "[0].text must have at least 1 character"],
    [[{ ...words[0], text: "\n" }], "[0].text must not be blank"],
    [[words[0], 7], "[1] must be an object"],
    [{ words }, "body must be an array"],
  ])("names the bad entry, counted from 0: %#", async (body, message) => {
    const answer = await put(body);
    expect(answer).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    expect(answer.body.message.join()).toContain(message);
  });

  test("keeps a word in one line, and what says nothing out of it", async () => {
    const [first] = words;
    const answer = await put([{ ...first, text: "New\r\nYork\u0000" }]);
    expect(answer.body[0].text).toBe("New York");
    expect((await get()).body[0].text).toBe("New York");
  });

  test("accepts entries that touch, and 12,000 of them beyond the media", async () => {
    const many = Array.from({ length: 12_000 }, (_, index) => ({
      text: "word",
      type: "word",
      start_time: index,
      end_time: index + 1,
    }));
    const answer = await put(many);
    expect(answer.status).toBe(200);
    // The media ends at 60 s.
    expect(answer.body).toEqual(many.slice(0, 60).map((entry) => ({ ...entry, confidence: 1 })));
    expect((await get()).body).toEqual(answer.body);
  });

  test("of a cut video ends with the cut video", async () => {
    const cut = aTask({
      videoId: task.videoId,
      status: "transcriptionCompleted",
      taskToken: "token",
      transcriptRevision: 1,
      autoCut: { isCut: true, durationSeconds: 2 },
    });
    await api.tasks.create(cut);
    await api.transcripts.write(cut.id, 1, []);
    const answer = await api.send("put-transcript", putTranscript, {
      method: "PUT",
      path: { videoId: cut.videoId, id: cut.id },
      body: [
        { text: "in", type: "word", start_time: 1, end_time: 3 },
        { text: "out", type: "word", start_time: 3, end_time: 4 },
      ],
    });
    expect(answer.body).toEqual([{ text: "in", type: "word", start_time: 1, end_time: 2, confidence: 1 }]);
  });

  test("of many at once every one is stored, in some order", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put([{ ...words[0], text: `edit ${index}` }])),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(20);
    const { headers, body } = await get();
    expect(answers.find((answer) => answer.headers.etag === headers.etag)?.body).toEqual(body);
  });

  test("refuses half a character, which JSON's escapes can write", async () => {
    const answer = await put([words[0], { ...words[2], text: "\ud83c" }]);
    expect(answer).toMatchObject({ status: 400, body: { message: ["[1].text holds half a character"] } });
    expect((await put([{ ...words[0], "\udfff": 1 }])).status).toBe(400);
  });

  test("with If-Match loses the race with 412", async () => {
    expect((await put(words, { "if-match": '"r1"' })).status).toBe(200);
    expect(await put(words, { "if-match": '"r1"' })).toMatchObject({
      status: 412,
      body: { code: "PreconditionFailed" },
    });
    expect((await put(words, { "if-match": "*" })).status).toBe(200);
  });

  test("at once: all are answered, one is kept whole; with If-Match one wins", async () => {
    const texts = ["a", "b", "c"];
    const edit = (text: string) => [{ ...words[0], text }];
    const all = await Promise.all(texts.map((text) => put(edit(text))));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body, headers } = await get();
    expect(texts).toContain(body[0].text);
    const guarded = await Promise.all(
      texts.map((text) => put(edit(text), { "if-match": headers.etag ?? "" })),
    );
    expect(guarded.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test("is possible only while the task waits", async () => {
    await approve();
    expect(await put(words)).toMatchObject({ status: 409, body: { code: "InvalidTaskState" } });
  });
});

describe("approving", () => {
  test("renders with what is stored, whatever the body", async () => {
    await put([]);
    expect(await approve('{"transcript": [broken')).toMatchObject({ status: 204, body: undefined });
    expect(api.workflows.succeeded).toEqual(["token"]);
    expect(await api.tasks.get(task.id)).toMatchObject({
      status: "rendering",
      transcriptApproved: true,
      transcriptRevision: 2,
    });
  });

  test("holds when the waiting execution could not be notified: the reconciler notifies it", async () => {
    const unsent = jest.spyOn(api.workflows, "sendSuccess").mockRejectedValue(new Error("throttled"));
    expect((await approve()).status).toBe(204);
    expect((await approve()).status).toBe(409);
    expect(unsent).toHaveBeenCalledTimes(1);
    expect(await api.tasks.get(task.id)).toMatchObject({ status: "rendering", taskToken: "token" });
  });

  test("of several at once, one succeeds and the others get 409", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => approve()));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("InvalidTaskState");
    expect(api.workflows.succeeded).toEqual(["token"]);
  });

  test("while edits arrive neither loses: the edit is drawn or refused", async () => {
    const [edit, approval] = await Promise.all([put([]), approve()]);
    expect(approval?.status).toBe(204);
    const stored = await api.tasks.get(task.id);
    expect(stored?.transcriptRevision).toBe(edit?.status === 200 ? 2 : 1);
  });
});
