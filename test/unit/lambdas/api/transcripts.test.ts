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
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
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

describe("GET transcript", () => {
  test("returns the array with its ETag", async () => {
    expect(await get()).toMatchObject({ status: 200, body: words, headers: { etag: '"r1"' } });
  });

  test("returns 409 before there is a transcript", async () => {
    const early = aTask({ videoId: task.videoId, status: "transcribing" });
    await api.tasks.create(early);
    const response = await api.send("get-transcript", getTranscript, {
      path: { videoId: task.videoId, id: early.id },
    });
    expect(response).toMatchObject({ status: 409, body: { code: "TranscriptNotReady" } });
  });

  test("returns subtitles and text", async () => {
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

describe("PUT transcript", () => {
  test("stores a new revision; unchanged entries keep their confidence, others get 1", async () => {
    const edited = [
      { ...words[0], confidence: 0.1 },
      { ...words[2], text: "friend" },
    ];
    const response = await put(edited);
    expect(response).toMatchObject({ status: 200, headers: { etag: '"r2"' } });
    expect(response.body).toEqual([words[0], { ...edited[1], confidence: 1 }]);
    expect((await get()).body).toEqual(response.body);
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

  test("rejects times in milliseconds", async () => {
    const inMilliseconds = words.map((word) => ({
      ...word,
      start_time: word.start_time * 1000,
      end_time: word.end_time * 1000,
    }));
    const response = await put(inMilliseconds.slice(0, 3));
    expect(response).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    expect(response.body.message).toEqual([
      "The transcript has no entry before the end of the video (60 s). Times are in seconds: divide milliseconds by 1000",
    ]);
  });

  test("accepts an empty array", async () => {
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
    const response = await put(body);
    expect(response).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    expect(response.body.message.join()).toContain(message);
  });

  test("keeps each word on one line and removes characters without meaning", async () => {
    const [first] = words;
    const response = await put([{ ...first, text: "New\r\nYork\u0000" }]);
    expect(response.body[0].text).toBe("New York");
    expect((await get()).body[0].text).toBe("New York");
  });

  test("accepts adjacent entries, and 12,000 of them beyond the end of the media", async () => {
    const many = Array.from({ length: 12_000 }, (_, index) => ({
      text: "word",
      type: "word",
      start_time: index,
      end_time: index + 1,
    }));
    const response = await put(many);
    expect(response.status).toBe(200);
    // The media ends at 60 s.
    expect(response.body).toEqual(many.slice(0, 60).map((entry) => ({ ...entry, confidence: 1 })));
    expect((await get()).body).toEqual(response.body);
  });

  test("limits the times of a cut video to its cut duration", async () => {
    const cut = aTask({
      videoId: task.videoId,
      status: "transcriptionCompleted",
      taskToken: "token",
      transcriptRevision: 1,
      autoCut: { isCut: true, durationSeconds: 2 },
    });
    await api.tasks.create(cut);
    await api.transcripts.write(cut.id, 1, []);
    const response = await api.send("put-transcript", putTranscript, {
      method: "PUT",
      path: { videoId: cut.videoId, id: cut.id },
      body: [
        { text: "in", type: "word", start_time: 1, end_time: 3 },
        { text: "out", type: "word", start_time: 3, end_time: 4 },
      ],
    });
    expect(response.body).toEqual([{ text: "in", type: "word", start_time: 1, end_time: 2, confidence: 1 }]);
  });

  test("stores each of many concurrent replacements, in any order", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put([{ ...words[0], text: `edit ${index}` }])),
    );
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map((response) => response.headers.etag)).size).toBe(20);
    const { headers, body } = await get();
    expect(responses.find((response) => response.headers.etag === headers.etag)?.body).toEqual(body);
  });

  test("rejects an unpaired surrogate, which JSON escapes can produce", async () => {
    const response = await put([words[0], { ...words[2], text: "\ud83c" }]);
    expect(response).toMatchObject({ status: 400, body: { message: ["[1].text holds half a character"] } });
    expect((await put([{ ...words[0], "\udfff": 1 }])).status).toBe(400);
  });

  test("returns 412 when If-Match names an earlier revision", async () => {
    expect((await put(words, { "if-match": '"r1"' })).status).toBe(200);
    expect(await put(words, { "if-match": '"r1"' })).toMatchObject({
      status: 412,
      body: { code: "PreconditionFailed" },
    });
    expect((await put(words, { "if-match": "*" })).status).toBe(200);
  });

  test("accepts all concurrent replacements and stores one entirely; with If-Match exactly one succeeds", async () => {
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

  test("returns 409 unless the task waits for its approval", async () => {
    await approve();
    expect(await put(words)).toMatchObject({ status: 409, body: { code: "InvalidTaskState" } });
  });
});

describe("POST approve", () => {
  test("renders with the stored transcript and ignores the body", async () => {
    await put([]);
    expect(await approve('{"transcript": [broken')).toMatchObject({ status: 204, body: undefined });
    expect(api.workflows.succeeded).toEqual(["token"]);
    expect(await api.tasks.get(task.id)).toMatchObject({
      status: "rendering",
      transcriptApproved: true,
      transcriptRevision: 2,
    });
  });

  test("succeeds when the waiting execution cannot be notified, which the reconciler repeats", async () => {
    const unsent = jest.spyOn(api.workflows, "sendSuccess").mockRejectedValue(new Error("throttled"));
    expect((await approve()).status).toBe(204);
    expect((await approve()).status).toBe(409);
    expect(unsent).toHaveBeenCalledTimes(1);
    expect(await api.tasks.get(task.id)).toMatchObject({ status: "rendering", taskToken: "token" });
  });

  test("succeeds for one of several concurrent approvals, the others return 409", async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => approve()));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe("InvalidTaskState");
    expect(api.workflows.succeeded).toEqual(["token"]);
  });

  test("renders or rejects each concurrent edit, and loses none", async () => {
    const [edit, approval] = await Promise.all([put([]), approve()]);
    expect(approval?.status).toBe(204);
    const stored = await api.tasks.get(task.id);
    expect(stored?.transcriptRevision).toBe(edit?.status === 200 ? 2 : 1);
  });
});
