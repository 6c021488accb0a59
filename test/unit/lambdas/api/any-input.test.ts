import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { run as createUpload } from "../../../../lambdas/api/create-upload.ts";
import { run as createVideoFromUrl } from "../../../../lambdas/api/create-video-from-url.ts";
import { run as listVideos } from "../../../../lambdas/api/list-videos.ts";
import { run as putTranscript } from "../../../../lambdas/api/put-transcript.ts";
import { aTask, aVideo } from "../../../fakes/builders.ts";
import { type Api, createApi, type TestResponse } from "./request.ts";

let api: Api;
beforeEach(async () => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  api = await createApi();
  await api.videos.create(aVideo({ id: "v" }));
  await api.tasks.create(
    aTask({ id: "t", videoId: "v", status: "transcriptionCompleted", taskToken: "x", transcriptRevision: 1 }),
  );
  await api.transcripts.write("t", 1, []);
});

const path = { videoId: "v", id: "t" };
const post = { method: "POST" };

/** Every response has a documented status, and an error has a message. */
const expectKnown = ({ status, body }: TestResponse): void => {
  expect([200, 201, 400, 402, 409, 412, 413, 415]).toContain(status);
  if (status < 400) return;
  expect(body).toMatchObject({ statusCode: status, requestId: "request-1" });
  expect(
    [body.message].flat().every((sentence: unknown) => typeof sentence === "string" && sentence !== ""),
  ).toBe(true);
};

/** Almost valid bodies: real field names with values of any type. */
const near = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names, "more", "__proto__"), fc.jsonValue({ maxDepth: 4 }), {
    maxKeys: 5,
  });

const taskFields = [
  "autoApprove",
  "transcriptTaskId",
  "language",
  "translateTo",
  "dub",
  "renderOptions",
  "transcribeSettings",
  "exportSettings",
  "notification",
  "transcript",
  "autoCutSettings",
  "referenceTranscript",
  "dictionary",
  "metadata",
];
const exportFields = [
  "fps",
  "quality",
  "speed",
  "greenScreen",
  "outputMode",
  "outputCodec",
  "width",
  "height",
  "aspectRatio",
  "fit",
  "fitPosition",
];
const wordFields = [
  "text",
  "type",
  "start_time",
  "end_time",
  "emoji",
  "important",
  "fontWeight",
  "fontId",
  "confidence",
];

describe("the API responds to any input", () => {
  test("as the body of a task", async () => {
    const body = fc.record({
      fields: near(taskFields),
      exportSettings: fc.option(near(exportFields), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(body, async ({ fields, exportSettings }) => {
        const sent = { templateId: api.templateId, ...fields, ...(exportSettings && { exportSettings }) };
        expectKnown(await api.send("create-task", createTask, { ...post, path, body: sent }));
      }),
      { numRuns: 300 },
    );
  });

  test("as a transcript", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(near(wordFields)), fc.string(), async (body, ifMatch) => {
        const headers = { "if-match": ifMatch };
        const response = await api.send("put-transcript", putTranscript, {
          method: "PUT",
          path,
          body,
          headers,
        });
        expectKnown(response);
      }),
      { numRuns: 200 },
    );
  });

  test("as bytes, URL, upload, query or key", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.webUrl(),
        fc.jsonValue(),
        async (text, url, value) => {
          const create = (call: object) =>
            api.send("create-video-from-url", createVideoFromUrl, { ...post, ...call });
          expectKnown(await create({ rawBody: text }));
          expectKnown(await create({ body: { url: text }, headers: { "idempotency-key": text } }));
          expectKnown(await create({ body: { url } }));
          expectKnown(await api.send("create-upload", createUpload, { ...post, body: value }));
          expectKnown(
            await api.send("create-upload", createUpload, {
              ...post,
              body: { filename: text, uploadParts: value },
            }),
          );
          expectKnown(await api.send("list-videos", listVideos, { query: text }));
        },
      ),
      { numRuns: 200 },
    );
  });
});
