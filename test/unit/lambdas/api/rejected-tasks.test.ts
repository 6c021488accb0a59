import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Video } from "../../../../core/videos/video.ts";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { type Api, createApiWithVideo } from "./request.ts";

let api: Api;
let video: Video;
beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
});

const create = (body: Record<string, unknown> = {}, query = "", videoId = video.id) =>
  api.send("create-task", createTask, {
    method: "POST",
    path: { videoId },
    query,
    body: { templateId: api.templateId, ...body },
  });
const cue = (more: object = {}) => ({ text: "a", start_time: 0, end_time: 1, ...more });
const word = (text: string, start_time: number, end_time: number) => ({
  text,
  type: "word",
  start_time,
  end_time,
});

describe("a create-task request", () => {
  test.each<[string, Record<string, unknown>]>([
    ["templateId is required", { templateId: undefined }],
    ["templateId must be the ID of a template", { templateId: "unknown" }],
    ["autoApprove must be a boolean", { autoApprove: "yes" }],
    ["language must be one of af, am", { language: "xx" }],
    ["translateTo must be one of af, am", { translateTo: "xx" }],
    ["translateTo is required with dub", { dub: true }],
    ["composited", { dub: true, translateTo: "es", exportSettings: { greenScreen: true } }],
    ["dub cannot be combined with transcript", { dub: true, translateTo: "es", transcript: [] }],
    ["transcript cannot be combined with transcriptTaskId", { transcript: [], transcriptTaskId: "t" }],
    ["exportSettings.fps must be at least 12", { exportSettings: { fps: 11 } }],
    ["exportSettings.outputCodec is only valid", { exportSettings: { outputCodec: "vp9" } }],
    ["exportSettings.width is required", { exportSettings: { outputMode: "transparent" } }],
    [
      "renderOptions.styleOptions.fontColor must be #RGB",
      { renderOptions: { styleOptions: { fontColor: "red" } } },
    ],
    [
      "renderOptions.subsOptions.displayWords must be",
      { renderOptions: { subsOptions: { displayWords: 0 } } },
    ],
    ["renderOptions.more is not a known field", { renderOptions: { more: 1 } }],
    ["metadata.a must be a string", { metadata: { a: 1 } }],
    ["metadata.a holds half a character", { metadata: { a: "\ud83d" } }],
    ["metadata has a key that is empty or too long", { metadata: { "": "a" } }],
    ["__proto__ is not a known field", { metadata: JSON.parse('{"__proto__":"a"}') }],
    [
      "metadata must have at most 16384 bytes of JSON",
      {
        metadata: Object.fromEntries(
          Array.from({ length: 9 }, (_, index) => [`k${index}`, "x".repeat(2000)]),
        ),
      },
    ],
    ["dictionary[1] must contain a letter or a digit", { dictionary: ["x", " … "] }],
    [
      "referenceTranscript[0].text must not be blank",
      { referenceTranscript: [{ text: " ", start_time: 0, end_time: 1 }] },
    ],
    ["dictionary must have at most 65536 bytes in total", { dictionary: Array(200).fill("漢".repeat(200)) }],
    [
      "transcript[1].start_time (0.5) must not be less than the previous end_time (1)",
      { transcript: [word("a", 0, 1), word("b", 0.5, 2)] },
    ],
    [
      "transcript[0].end_time (0) must not be less than its start_time (1)",
      { transcript: [word("a", 1, 0)] },
    ],
    ["transcript[0].start_time must be at least 0", { transcript: [word("a", -1, 0)] }],
    [
      "transcript[0].type must be one of word, punctuation",
      { transcript: [{ ...word("a", 0, 1), type: "noise" }] },
    ],
    [
      "renderOptions.styleOptions.fontId must be the ID of one of your fonts",
      { renderOptions: { styleOptions: { fontId: "f" } } },
    ],
    [
      "transcript[1].fontFileKey must be",
      { transcript: [word("a", 0, 1), { ...word("b", 1, 2), fontFileKey: "fonts/f/file" }] },
    ],
    ["transcript[0].fontId must be", { transcript: [{ ...word("a", 0, 1), fontId: "f" }] }],
    [
      "transcribeSettings.broll.brollPercent cannot",
      { transcribeSettings: { broll: { brollPercent: 5, customBrolls: [] } } },
    ],
    [
      "notification.notificationsFor[0] must be one of",
      { notification: { recipient: "https://a.test", type: "webhook", notificationsFor: ["all"] } },
    ],
    [
      "notification.type must be one of webhook",
      { notification: { recipient: "https://a.test", type: "email", notificationsFor: ["render"] } },
    ],
    [
      "notification.notificationsFor must have at least 1 entry",
      { notification: { recipient: "https://a.test", type: "webhook", notificationsFor: [] } },
    ],
    [
      "notification.secret is not a known field",
      {
        notification: {
          recipient: "https://a.test",
          type: "webhook",
          notificationsFor: ["render"],
          secret: "",
        },
      },
    ],
    ["notification.recipient is required", { notification: {} }],
    ["notification.notificationsFor must be an array", { notification: { notificationsFor: "render" } }],
    [
      "notification.recipient must be an absolute http or https URL",
      { notification: { recipient: "a.test", type: "webhook", notificationsFor: ["render"] } },
    ],
    [
      "referenceTranscript[1].start_time must be at least 0",
      { referenceTranscript: [cue(), cue({ start_time: -1 })] },
    ],
    ["referenceTranscript[0].text must be a string", { referenceTranscript: [cue({ text: 1 })] }],
    ["referenceTranscript[0].end_time is required", { referenceTranscript: [cue({ end_time: undefined })] }],
    [
      "referenceTranscript[0].start_time must be a number",
      { referenceTranscript: [cue({ start_time: "0" })] },
    ],
    [
      "referenceTranscript[0].end_time (1) must not",
      { referenceTranscript: [{ text: "a", start_time: 2, end_time: 1 }] },
    ],
  ])("returns 400: %s", async (message, body) => {
    const response = await create(body);
    expect(response).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
    expect(response.body.message.join("; ")).toContain(message);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ["DubUnavailable", "dub", { dub: true, translateTo: "es" }],
    ["TranslationUnsupported", "translateTo la from en", { language: "en", translateTo: "la" }],
    ["TranslationUnsupported", "translateTo es from oc", { language: "oc", translateTo: "ES" }],
    [
      "AddressNotAllowed",
      "notification.recipient",
      { notification: { recipient: "http://10.0.0.1/", type: "webhook", notificationsFor: ["render"] } },
    ],
    [
      "FeatureUnavailable",
      "Use transcribeSettings.broll.customBrolls, or brollPercent 0",
      { transcribeSettings: { broll: {} } },
    ],
    [
      "FeatureUnavailable",
      "transcribeSettings.broll.brollPercent",
      { transcribeSettings: { broll: { brollPercent: 1 } } },
    ],
  ])("returns %s for an unsupported feature: %s", async (code, field, body) => {
    const response = await create(body);
    expect(response).toMatchObject({ status: 400, body: { code } });
    expect(response.body.message).toContain(field);
  });

  test.each([
    { autoCutSettings: { disfluencyRemoval: false } },
    { transcribeSettings: { broll: { brollPercent: 0 } } },
    { transcribeSettings: { broll: { customBrolls: [] } } },
    { transcribeSettings: { broll: null } },
    { transcribeSettings: {} },
    { transcript: [], referenceTranscript: [{ text: "a", start_time: 0, end_time: 1 }], dictionary: ["x"] },
    { dub: false },
  ])("accepts settings without effect: %j", async (body) => {
    expect((await create(body)).status).toBe(201);
  });
});
