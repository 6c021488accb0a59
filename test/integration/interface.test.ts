import { beforeAll, describe, expect, test } from "@jest/globals";
import { type Client, media, sharedClient } from "./client.ts";

/**
 * The specification's field tables, row by row: the values that are accepted, and those that are rejected with the
 * field's path in the response. Dry runs validate like creations and create nothing.
 */
const word = (fields: object = {}) => ({ text: "Hi", type: "word", start_time: 0, end_time: 1, ...fields });
const cue = (fields: object = {}) => ({ text: "Hi", start_time: 0, end_time: 1, ...fields });
const hook = (fields: object = {}) => ({
  recipient: "https://example.com/hook",
  type: "webhook",
  notificationsFor: ["render"],
  ...fields,
});
const overlay = { outputMode: "transparent", width: 720, height: 1280 };
const booleans = { accepted: [true, false], rejected: ["true", 1] };
const colors = { accepted: ["#FFF", "#a1B2c3", "#11223344"], rejected: ["red", "#12", "112233", 7] };
const sizes = { accepted: ["none", "s", "m", "l"], rejected: ["xl", "", 1] };
const of = (min: number, max: number, step = 1) => ({
  accepted: [min, max],
  rejected: [min - step, max + step, String(min)],
});
const unknownId = "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77";

interface Row {
  accepted?: readonly unknown[];
  rejected: readonly unknown[];
  /** Other fields of the same object that it needs. */
  beside?: object;
}

const taskFields: Record<string, Row> = {
  templateId: { rejected: [undefined, unknownId, "", 1] },
  autoApprove: booleans,
  transcriptTaskId: { rejected: [unknownId, "", 1] },
  language: { accepted: ["en", "EN", "yue", "haw", "jw"], rejected: ["xx", "en-US", "", 1] },
  translateTo: { accepted: ["en", "EN"], rejected: ["xx", 1] },
  "renderOptions.subsOptions.emoji": booleans,
  "renderOptions.subsOptions.emojiAnimation": booleans,
  "renderOptions.subsOptions.emphasizeKeywords": booleans,
  "renderOptions.subsOptions.animation": booleans,
  "renderOptions.subsOptions.punctuation": booleans,
  "renderOptions.subsOptions.displayWords": { accepted: [1, 12, 40], rejected: [0, 1.5, "4"] },
  "renderOptions.styleOptions.top": { accepted: [0, 100, "auto"], rejected: [-1, 101, "75"] },
  "renderOptions.styleOptions.fontUppercase": booleans,
  "renderOptions.styleOptions.fontShadow": sizes,
  "renderOptions.styleOptions.fontSize": { accepted: [10, 46.5], rejected: [0, -1, "46"] },
  "renderOptions.styleOptions.fontWeight": of(1, 1000),
  "renderOptions.styleOptions.fontColor": colors,
  "renderOptions.styleOptions.stroke": sizes,
  "renderOptions.styleOptions.strokeColor": colors,
  "renderOptions.styleOptions.fontId": { rejected: [1, [], unknownId] },
  "renderOptions.highlightOptions.randomColourOne": colors,
  "renderOptions.highlightOptions.randomColourTwo": colors,
  "renderOptions.highlightOptions.randomColourThree": colors,
  "transcribeSettings.broll.brollPercent": { accepted: [0], rejected: [-1, 101, "50"] },
  "transcribeSettings.broll.customBrolls": { rejected: [{}, [{ startTime: 0, endTime: 1 }], [{ url: "x" }]] },
  "exportSettings.fps": { accepted: [12, 23.976, 29.97, 59.94, 120], rejected: [11.9, 120.1, "30"] },
  "exportSettings.quality": { accepted: ["standard", "quadHD", "ultraHD"], rejected: ["hd", 1080] },
  "exportSettings.speed": { accepted: ["standard", "fast", "ultraFast"], rejected: ["slow", 1] },
  "exportSettings.greenScreen": booleans,
  "exportSettings.outputMode": { accepted: ["composited", "greenScreen"], rejected: ["overlay", 1] },
  "exportSettings.outputCodec": { accepted: ["prores4444", "vp9"], rejected: ["h264"], beside: overlay },
  "exportSettings.width": of(16, 3840),
  "exportSettings.height": of(16, 3840),
  "exportSettings.aspectRatio": {
    accepted: ["original", "9:16", "4:5", "1:1", "16:9"],
    rejected: ["3:2", 1],
  },
  "exportSettings.fit": {
    accepted: ["cover", "contain"],
    rejected: ["fill"],
    beside: { aspectRatio: "1:1" },
  },
  "exportSettings.fitPosition": {
    accepted: [0, 100, "speaker"],
    rejected: [-1, 101, "50"],
    beside: { aspectRatio: "9:16" },
  },
  notification: {
    accepted: [hook(), hook({ notificationsFor: ["transcript", "render", "renderProgress", "tool"] })],
    rejected: [
      "x",
      hook({ type: "mail" }),
      hook({ notificationsFor: ["all"] }),
      hook({ recipient: undefined }),
    ],
  },
  transcript: {
    accepted: [[], [word()], [word(), word({ type: "punctuation", text: "!", start_time: 1, end_time: 1 })]],
    rejected: [
      "x",
      [word({ text: undefined })],
      [word({ type: "sound" })],
      [word({ type: undefined })],
      [word({ start_time: -1 })],
      [word({ end_time: undefined })],
      [word({ start_time: 2 })],
      [word(), word({ start_time: 0.5, end_time: 2 })],
      [word({ fontWeight: 1001 })],
    ],
  },
  "autoCutSettings.silenceRemoval": { rejected: [-0.1, 1.1, "0"] },
  "autoCutSettings.disfluencyRemoval": { accepted: [false], rejected: ["true"] },
  referenceTranscript: {
    accepted: [[]],
    rejected: ["x", [cue({ text: undefined })], [cue({ start_time: "0" })], [cue({ end_time: undefined })]],
  },
  dictionary: { accepted: [[], ["Capstack"]], rejected: ["x", [1], [""]] },
  metadata: { accepted: [{ a: "b" }], rejected: [{ a: 1 }, "x", []] },
};

/** Combinations that exclude one another or need one another, and the field that the response names. */
const combinations: readonly (readonly [string, object])[] = [
  ["translateTo", { dub: true }],
  [
    "exportSettings.outputMode",
    { dub: true, translateTo: "es", exportSettings: { outputMode: "greenScreen" } },
  ],
  ["exportSettings.outputMode", { dub: true, translateTo: "es", exportSettings: { greenScreen: true } }],
  ["transcript", { dub: true, translateTo: "es", transcript: [word()] }],
  ["transcriptTaskId", { dub: true, translateTo: "es", transcriptTaskId: unknownId }],
  ["transcriptTaskId", { transcript: [word()], transcriptTaskId: unknownId }],
  ["brollPercent", { transcribeSettings: { broll: { brollPercent: 0, customBrolls: [] } } }],
  ["exportSettings.width", { exportSettings: { outputMode: "transparent", height: 720 } }],
  ["exportSettings.height", { exportSettings: { outputMode: "transparent", width: 720 } }],
  ["exportSettings.aspectRatio", { exportSettings: { ...overlay, aspectRatio: "1:1" } }],
  ["exportSettings.width", { exportSettings: { aspectRatio: "1:1", width: 720 } }],
  ["exportSettings.height", { exportSettings: { aspectRatio: "1:1", height: 720 } }],
  ["exportSettings.outputCodec", { exportSettings: { outputCodec: "vp9" } }],
  ["exportSettings.fit", { exportSettings: { fit: "cover" } }],
  ["exportSettings.fit", { exportSettings: { fit: "cover", aspectRatio: "original" } }],
  ["exportSettings.fitPosition", { exportSettings: { fitPosition: 50 } }],
  ["exportSettings.greenScreen", { exportSettings: { greenScreen: true, outputMode: "composited" } }],
];

let client: Client;
let videoId: string;
let templateId: string;
beforeAll(async () => {
  client = sharedClient();
  videoId = (await client.upload(media("video/sy_noaudio.mp4"))).body.id;
  templateId = await client.templateId();
});

const nested = (path: string, value: unknown, beside: object = {}): object =>
  path.split(".").reduceRight<unknown>((inner, name, index, names) => {
    return { ...(index === names.length - 1 ? beside : {}), [name]: inner };
  }, value) as object;

const dryRun = (body: object) =>
  client.post<{ message: string | string[] }>(`/videos/${videoId}/task?dryRun=true`, { templateId, ...body });

describe("a field of the task", () => {
  test.each(Object.entries(taskFields))("%s", async (path, { accepted = [], rejected, beside }) => {
    for (const value of accepted) {
      const { status, body } = await dryRun(nested(path, value, beside));
      expect([value, status, body.message]).toEqual([value, 200, undefined]);
    }
    // Null is absence wherever a field may be absent.
    const [absent, empty] = [
      await dryRun(nested(path, undefined, beside)),
      await dryRun(nested(path, null, beside)),
    ];
    expect(empty.status).toBe(absent.status);
    for (const value of rejected) {
      const { status, body } = await dryRun(nested(path, value, beside));
      const names = [body.message].flat().some((sentence) => String(sentence).startsWith(path));
      expect([value, status, names]).toEqual([value, 400, true]);
    }
  });

  test.each(combinations)("%s is rejected with or without another field", async (path, body) => {
    const response = await dryRun(body);
    expect([response.status, String(response.body.message)]).toEqual([400, expect.stringContaining(path)]);
  });

  test("that does not exist is rejected by name, at every depth", async () => {
    for (const path of ["color", "exportSettings.colour", "renderOptions.subsOptions.colour"]) {
      const response = await dryRun(nested(path, 1));
      expect([response.status, String(response.body.message)]).toEqual([400, `${path} is not a known field`]);
    }
  });
});

describe("other routes", () => {
  const key = { "content-type": "application/json" };
  test.each([
    ["POST", "/videos/url", {}, "url"],
    ["POST", "/videos/url", { url: "ftp://example.com/a.mp4" }, "url"],
    ["POST", "/videos/url?ttl=2d", { url: "https://example.com/a.mp4" }, "ttl"],
    ["POST", "/videos/upload", { filename: "a.mp4" }, "uploadParts"],
    ["POST", "/videos/upload", { uploadParts: [{ contentLength: 1 }] }, "filename"],
    ["POST", "/videos/upload", { filename: "a.mp4", uploadParts: [] }, "uploadParts"],
    ["POST", "/videos/upload", { filename: "a.mp4", uploadParts: [{}] }, "uploadParts[0].contentLength"],
    ["POST", "/videos/upload?ttl=x", { filename: "a.mp4", uploadParts: [{ contentLength: 1 }] }, "ttl"],
    ["POST", "/videos/upload/complete", { videoId: unknownId }, "uploadId"],
    ["POST", "/videos/upload/complete", { videoId: unknownId, uploadId: "u" }, "videoId"],
    ["GET", "/videos?page=0", null, "page"],
    ["GET", "/videos?limit=101", null, "limit"],
    ["GET", "/fonts?limit=0", null, "limit"],
  ])("%s %s rejects an invalid request: %j", async (method, path, body, field) => {
    const init = body === null ? {} : { body: JSON.stringify(body), headers: key };
    const response = await client.send<{ message: string[] }>(method, path, init);
    expect([response.status, response.body.message[0]?.split(" ")[0]]).toEqual([400, field]);
  });

  test.each(["/templates", "/openapi.json", `/videos/${unknownId}`])(
    "HEAD %s has the headers of GET, the length of the body among them, and no body",
    async (path) => {
      const [head, get] = [await client.send("HEAD", path), await client.get(path)];
      const described = ["content-type", "content-encoding", "content-length"];
      expect([head.status, ...described.map((name) => head.headers.get(name))]).toEqual([
        get.status,
        ...described.map((name) => get.headers.get(name)),
      ]);
      expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
      expect(head.body).toBe("");
    },
  );

  test.each([
    ["GET", "/videos/ID"],
    ["DELETE", "/videos/ID"],
    ["POST", "/videos/ID/task"],
    ["GET", "/videos/OWN/task/ID"],
    ["GET", "/videos/ID/task/ID"],
    ["POST", "/videos/OWN/task/ID/approve-transcript"],
    ["GET", "/videos/OWN/task/ID/transcript"],
    ["PUT", "/videos/OWN/task/ID/transcript"],
    ["GET", "/fonts/ID"],
    ["DELETE", "/fonts/ID"],
  ])("%s %s returns 404 for a foreign ID", async (method, path) => {
    const body = method === "PUT" ? "[]" : JSON.stringify({ templateId });
    for (const id of [unknownId, "x", "a".repeat(3000), "%3Cscript%3E", "%F0%9F%8E%AC"]) {
      const target = path.replaceAll("ID", id).replace("OWN", videoId);
      const init = method === "GET" || method === "DELETE" ? {} : { body, headers: key };
      const response = await client.send<{ code: string }>(method, target, init);
      expect([id.slice(0, 40), response.status, response.body.code]).toEqual([
        id.slice(0, 40),
        404,
        "NotFound",
      ]);
    }
  });
});

test("a deleted video and its tasks return 404 immediately, and holds are released", async () => {
  const { body } = await client.upload(media("video/sy_noaudio.mp4"));
  const taskId = await client.createTask(body.id, { transcript: [word()] });
  await client.waitForTask(body.id, taskId, ["transcriptionCompleted"]);
  const path = `/videos/${body.id}`;
  expect((await client.get<{ videoTasks: string[] }>(path)).body.videoTasks).toEqual([taskId]);
  const transcript = (await client.get<{ transcript: string }>(`${path}/task/${taskId}`)).body.transcript;
  expect((await fetch(transcript)).status).toBe(200);
  expect((await client.send("DELETE", path)).status).toBe(204);
  expect((await client.send("DELETE", path)).status).toBe(404);
  expect((await client.get(path)).status).toBe(404);
  expect((await client.get(`${path}/task/${taskId}`)).status).toBe(404);
  expect((await client.send("POST", `${path}/task/${taskId}/approve-transcript`)).status).toBe(404);
  while ((await fetch(transcript)).status === 200) await new Promise((resolve) => setTimeout(resolve, 250));
  expect((await fetch(transcript)).status).toBe(404);
});
