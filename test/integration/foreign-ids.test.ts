import { openAsBlob } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { type Client, media, sharedClient } from "./client.ts";
import { admin, newAccount } from "./operator.ts";

const word = { text: "Hi", type: "word", start_time: 0, end_time: 0.5 };

interface Belongings {
  client: Client;
  videoId: string;
  storageId: string;
  /** Waits for its approval, with one word. */
  taskId: string;
  fontId: string;
  fileKey: string;
  upload: { uploadId: string; videoId: string };
}

/** One resource of each kind that has an ID, of one account. */
const belongingsOf = async (client: Client, name: string): Promise<Belongings> => {
  const form = new FormData();
  form.append("file", await openAsBlob(media("font/pacifico.woff2")), `${name}.woff2`);
  const { id: fontId } = (await client.send<{ id: string }>("POST", "/fonts", { body: form })).body;
  const { fileKey } = (await client.get<{ fileKey: string }>(`/fonts/${fontId}`)).body;
  const { id: videoId, storageId } = (await client.upload(media("video/sy_portrait.mp4"))).body;
  const begun = await client.post<Belongings["upload"]>("/videos/upload", {
    filename: `${name}.mp4`,
    uploadParts: [{ contentLength: 10 }],
  });
  const upload = { uploadId: begun.body.uploadId, videoId: begun.body.videoId };
  const taskId = await client.createTask(videoId, { transcript: [word], metadata: { of: name } });
  await client.waitForTask(videoId, taskId, ["transcriptionCompleted"]);
  return { client, videoId, storageId, taskId, fontId, fileKey, upload };
};

type Attempt = [status: number, field: string | null, method: string, path: string, body?: unknown];

/** Every position in which an ID of `theirs` can occur in a request of `mine`, and the expected result. */
const attempts = (mine: Belongings, theirs: Belongings, templateId: string): Attempt[] => {
  const supplied = { templateId, transcript: [word] };
  const ownTasks = `/videos/${mine.videoId}/task`;
  const ownTranscript = `${ownTasks}/${mine.taskId}/transcript`;
  const foreignVideo = `/videos/${theirs.videoId}`;
  const { videoId, uploadId } = theirs.upload;

  const inPaths: Attempt[] = [
    [404, null, "GET", foreignVideo],
    [404, null, "GET", `/videos/${theirs.storageId}`],
    [404, null, "GET", `/videos/${videoId}`],
    [404, null, "DELETE", foreignVideo],
    [404, null, "GET", `${foreignVideo}/playback`],
    [404, null, "POST", `${foreignVideo}/playback`],
    [404, null, "DELETE", `/videos/${videoId}`],
    [404, null, "POST", `${foreignVideo}/task`, supplied],
    [404, null, "POST", `${foreignVideo}/task?dryRun=true`, supplied],
    [404, null, "POST", `${foreignVideo}/clipTask`, { maxClips: 1, durationRange: "lt_30s" }],
    [404, null, "GET", `${foreignVideo}/clipTask/${theirs.taskId}`],
    [404, null, "GET", `/fonts/${theirs.fontId}`],
    [404, null, "DELETE", `/fonts/${theirs.fontId}`],
    // A foreign task under its own video, under mine, and a task of mine under a foreign video.
    ...[
      `${foreignVideo}/task/${theirs.taskId}`,
      `${ownTasks}/${theirs.taskId}`,
      `${foreignVideo}/task/${mine.taskId}`,
    ].flatMap((task): Attempt[] => [
      [404, null, "GET", task],
      [404, null, "GET", `${task}/transcript`],
      [404, null, "GET", `${task}/transcript?format=srt`],
      [404, null, "PUT", `${task}/transcript`, [word]],
      [404, null, "POST", `${task}/approve-transcript`],
    ]),
    // IDs of other resources are not video IDs.
    ...[theirs.taskId, theirs.fontId, mine.taskId, mine.fontId].map(
      (id): Attempt => [404, null, "GET", `/videos/${id}`],
    ),
  ];

  const uploads = (
    [
      ["videoId", theirs.upload],
      ["videoId", { uploadId: mine.upload.uploadId, videoId }],
      ["uploadId", { uploadId, videoId: mine.upload.videoId }],
    ] as const
  ).flatMap(([field, ids]): Attempt[] => [
    [400, field, "POST", "/videos/upload/urls", { ...ids, partNumbers: [1] }],
    [400, field, "POST", "/videos/upload/complete", ids],
  ]);

  const words: [unknown[], string][] = [
    [[word, { ...word, start_time: 1, end_time: 2, fontId: theirs.fontId }], "[1].fontId"],
    [[{ ...word, fontFileKey: theirs.fileKey }], "[0].fontFileKey"],
    [[{ ...word, fontFileKey: theirs.storageId }], "[0].fontFileKey"],
  ];
  const inBodies: [Record<string, unknown>, string][] = [
    [{ ...supplied, templateId: theirs.taskId }, "templateId"],
    [{ templateId, transcriptTaskId: theirs.taskId }, "transcriptTaskId"],
    [{ templateId, transcriptTaskId: theirs.videoId }, "transcriptTaskId"],
    [
      { ...supplied, renderOptions: { styleOptions: { fontId: theirs.fontId } } },
      "renderOptions.styleOptions.fontId",
    ],
    ...words.map(([transcript, field]): [Record<string, unknown>, string] => [
      { templateId, transcript },
      `transcript${field}`,
    ]),
  ];
  return [
    ...inPaths,
    ...uploads,
    ...inBodies.flatMap(([body, field]): Attempt[] => [
      [400, field, "POST", ownTasks, body],
      [400, field, "POST", `${ownTasks}?dryRun=true`, body],
    ]),
    ...words.map(([entries, field]): Attempt => [400, field, "PUT", ownTranscript, entries]),
  ];
};

/** What must not be visible to another account. */
const secretsOf = (owner: Belongings, name: string): string[] => [
  name,
  "Pacifico",
  "another account",
  owner.client.apiKey,
];

describe("what belongs to one account", () => {
  test("is not found by another account in any position of its ID, and is unchanged", async () => {
    const [alpha, beta] = await Promise.all([
      belongingsOf(sharedClient(), "AlphaSecret"),
      (async () => {
        const { accountId, client } = newAccount("Beta");
        admin(`credits add --account ${accountId} --amount 5`);
        return belongingsOf(client, "BetaSecret");
      })(),
    ]);
    const templateId = await alpha.client.templateId();

    const failures: unknown[] = [];
    const sides = [
      [alpha, beta, "BetaSecret"],
      [beta, alpha, "AlphaSecret"],
    ] as const;
    for (const [mine, theirs, name] of sides) {
      for (const [status, field, method, path, body] of attempts(mine, theirs, templateId)) {
        const init = { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
        const response = await mine.client.send<{ message: unknown }>(
          method,
          path,
          body === undefined ? {} : init,
        );
        const text = JSON.stringify(response.body);
        const isNamed =
          field === null || [response.body.message].flat().some((line) => String(line).startsWith(field));
        const leaks = secretsOf(theirs, name).filter((secret) => text.includes(secret));
        if (response.status !== status || !isNamed || leaks.length > 0)
          failures.push({
            request: `${method} ${path}`,
            body,
            status,
            field,
            responseStatus: response.status,
            text,
          });
      }
    }
    expect(failures).toEqual([]);

    for (const [mine, theirs, name] of sides) {
      const seen = JSON.stringify(
        await Promise.all(
          ["/videos?limit=100", "/fonts?limit=100", `/videos/${mine.videoId}`].map((path) =>
            mine.client.get(path),
          ),
        ),
      );
      const foreign = [name, theirs.videoId, theirs.taskId, theirs.fontId, theirs.upload.videoId];
      expect(foreign.filter((id) => seen.includes(id))).toEqual([]);
      // No request of the other account has changed anything.
      expect(await mine.client.get(`/fonts/${mine.fontId}`)).toMatchObject({ status: 200 });
      expect(await mine.client.get(`/videos/${mine.videoId}`)).toMatchObject({
        body: { videoTasks: [mine.taskId] },
      });
      expect(await mine.client.get(`/videos/${mine.upload.videoId}`)).toMatchObject({
        body: { status: "todo" },
      });
      expect(await mine.client.get(`/videos/${mine.videoId}/task/${mine.taskId}`)).toMatchObject({
        body: { status: "transcriptionCompleted", metadata: { of: expect.not.stringContaining(name) } },
      });
      const { body } = await mine.client.get<{ text: string }[]>(
        `/videos/${mine.videoId}/task/${mine.taskId}/transcript`,
      );
      expect(body).toMatchObject([{ text: "Hi" }]);
    }
  });

  test("responds separately to the same Idempotency-Key of two accounts", async () => {
    const other = newAccount("Gamma").client;
    const key = { "idempotency-key": "the same one" };
    const request = { filename: "a.mp4", uploadParts: [{ contentLength: 10 }] };
    const [first, second] = [
      await sharedClient().post<{ videoId: string }>("/videos/upload", request, key),
      await other.post<{ videoId: string }>("/videos/upload", request, key),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.videoId).not.toBe(first.body.videoId);
  });
});
