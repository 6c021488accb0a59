import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { standardPlan } from "../../../../core/accounts/plan.ts";
import { closingBoundary, media, part, post, startUploadService } from "./upload-service.ts";

const file = (content: Buffer): Buffer =>
  part('name="file"; filename="clip.mp4"', content, "Content-Type: video/mp4");

test("an upload is limited by the plan: declared bytes, received bytes and seconds", async () => {
  const service = await startUploadService();
  const content = await readFile(media("video/sy_base.mp4"));
  const limit = (limits: object) => service.records.plans.put({ ...standardPlan, ...limits });
  const isRejected = expect.objectContaining({
    status: 413,
    body: expect.objectContaining({ code: "PayloadTooLarge" }),
  });
  await limit({ maxVideoBytes: 5000 });
  expect(await post(service, [file(content), closingBoundary])).toEqual(isRejected);
  expect(
    await post(service, [file(Buffer.concat([content, Buffer.alloc(2_000_000)])), closingBoundary]),
  ).toEqual(isRejected);
  await limit({ maxVideoSeconds: 10 });
  expect(await post(service, [file(content), closingBoundary])).toEqual(isRejected);
  expect(service.storage.objects.size).toBe(0);
  await limit({ maxVideoSeconds: 12, maxVideoBytes: content.length });
  expect((await post(service, [file(content), closingBoundary])).status).toBe(201);
  await service.stop(0);
});
