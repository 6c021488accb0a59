import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { waitFor } from "../../local/engine/wait-for.ts";
import { closingBoundary, media, part, post, startUploadService } from "./upload-service.ts";

test("rejects uploads beyond the maximum with the time of a retry, and accepts them when others have ended", async () => {
  const service = await startUploadService({}, 1);
  const file = part('name="file"; filename="clip.mp4"', await readFile(media("video/sy_base.mp4")));
  const first = post(service, [file], { headers: { "content-length": "100000000" } });
  const broken = expect(first).rejects.toThrow();
  await waitFor(async () => service.storage.open.size === 1);
  expect(await post(service, [file, closingBoundary])).toMatchObject({
    ...{ status: 429, headers: { "retry-after": "10" } },
    body: { code: "TooManyRequests", message: expect.stringContaining("POST /videos/upload") },
  });
  service.server.closeAllConnections();
  await broken;
  await waitFor(async () => (await post(service, [file, closingBoundary])).status === 201);
  await service.stop(0);
});
