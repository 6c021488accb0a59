import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type FetchBrollsDeps, fetchBrolls } from "../../../../containers/ingest/fetch-brolls.ts";
import { type BrollJob, brollPlanSchema } from "../../../../core/broll/broll-plan.ts";
import { brollJobKey, brollPlanKey } from "../../../../core/storage/keys.ts";
import { someMedia } from "../../../fakes/builders.ts";
import { type MediaOrigin, openMediaOrigin } from "./media-origin.ts";
import { media } from "./upload-service.ts";

let origin: MediaOrigin;
beforeEach(async () => {
  jest.spyOn(console, "log").mockImplementation(() => {});
  origin = await openMediaOrigin();
});
afterEach(() => origin.close());

const deps = (): FetchBrollsDeps => ({
  ...origin.deps(),
  readJson: async (key) => JSON.parse(String(origin.objects.get(key))),
  sizeOf: async (key) => origin.objects.get(key)?.length ?? null,
  writeJson: async (key, value) => void origin.objects.set(key, Buffer.from(JSON.stringify(value))),
});

const run = (urls: readonly string[], signal = new AbortController().signal) => {
  const job: BrollJob = {
    taskId: "t1",
    items: urls.map((url, index) => ({
      startSeconds: index,
      endSeconds: index + 1,
      url: url.startsWith("/") ? origin.url + url : url,
      name: `customBrolls[${index}]`,
    })),
  };
  origin.objects.set(brollJobKey("t1"), Buffer.from(JSON.stringify(job)));
  return fetchBrolls(brollJobKey("t1"), deps(), signal);
};
const plan = () => brollPlanSchema.parse(JSON.parse(String(origin.objects.get(brollPlanKey("t1")))));

const [portrait, wide] = ["/video/sy_portrait.mp4", "/video/sy_noaudio.mp4"];

test("omits a chosen clip that cannot be fetched, and reads a clip of the library from where it is stored", async () => {
  const times = (startSeconds: number) => ({ startSeconds, endSeconds: startSeconds + 1, keyword: "dog" });
  const chosen = { isOptional: true, name: "The clip for dog" };
  const job: BrollJob = {
    taskId: "t1",
    items: [
      { ...times(1), ...chosen, url: `${origin.url}/gone.mp4` },
      { ...times(3), ...chosen, url: origin.url + wide },
      { ...times(5), ...chosen, url: "k", stored: { key: "brolls/1/clip", media: someMedia() } },
    ],
  };
  origin.objects.set(brollJobKey("t1"), Buffer.from(JSON.stringify(job)));
  await fetchBrolls(brollJobKey("t1"), deps(), new AbortController().signal);
  expect(plan()).toMatchObject([
    { startSeconds: 3, keyword: "dog", key: "tasks/t1/broll/clip-1" },
    { startSeconds: 5, keyword: "dog", key: "brolls/1/clip", isStored: true },
  ]);
});

describe("fetching b-rolls", () => {
  test("stores the clips, each URL once, and writes the plan", async () => {
    expect(await run([portrait, wide, portrait])).toEqual({ clips: 2 });
    expect(plan()).toMatchObject([
      {
        startSeconds: 0,
        endSeconds: 1,
        url: origin.url + portrait,
        key: "tasks/t1/broll/clip-0",
        media: { width: 360 },
      },
      { startSeconds: 1, key: "tasks/t1/broll/clip-1", media: { audio: null } },
      { startSeconds: 2, key: "tasks/t1/broll/clip-0", media: { width: 360 } },
    ]);
    expect(
      origin.objects.get("tasks/t1/broll/clip-0")?.equals(await readFile(media(portrait.slice(1)))),
    ).toBe(true);
    expect(origin.requests).toEqual([portrait, wide]);
  });

  test.each([
    [
      "/missing.mp4",
      /customBrolls\[1\]: The URL returned 404: the file does not exist\. Check the URL\. Correct or remove this entry/,
    ],
    ["/page", /customBrolls\[1\]: .*HTML page/],
    ["/video/sy_text.mp4", /customBrolls\[1\]: .*text file/],
    ["/video/sy_trunc_nomoov.mp4", /customBrolls\[1\]: .*moov/],
    ["/video/sy_concat_lfi.mp4", /customBrolls\[1\]: .*playlist/],
    ["/audio/ae_mono.mp3", /customBrolls\[1\]: .*no video stream/],
    ["/private", /customBrolls\[1\]: .*not reachable/],
    ["http://10.0.0.1/a.mp4", /customBrolls\[1\]: .*not reachable/],
  ])("rejects %s with its field and writes no plan", async (bad, message) => {
    await expect(run([portrait, bad, wide])).rejects.toMatchObject({
      name: "BrollUnavailable",
      message: expect.stringMatching(message),
    });
    expect([...origin.objects.keys()].sort()).toEqual([
      "tasks/t1/broll/clip-0",
      "tasks/t1/broll/clip-0.json",
      "tasks/t1/broll/job.json",
    ]);
    expect(origin.requests).not.toContain(wide);
  });

  test("fetches in a second attempt only what the first one did not store", async () => {
    await expect(run([portrait, "/missing.mp4"])).rejects.toMatchObject({ name: "BrollUnavailable" });
    origin.requests.length = 0;
    await run([portrait, wide]);
    expect(origin.requests).toEqual([wide]);
    expect(plan()).toHaveLength(2);
    const first = origin.objects.get(brollPlanKey("t1"));
    await run([portrait, wide]);
    expect(origin.objects.get(brollPlanKey("t1"))).toEqual(first);
  });

  test("stops on a signal without naming a clip", async () => {
    await expect(run([portrait], AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
  });
});
