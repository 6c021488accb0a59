import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { checkOperatorFile } from "../../../../bin/operator/operator-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "operator-file-"));
  await writeFile(join(folder, "video.mp4"), "x");
});
afterEach(() => rm(folder, { recursive: true }));

test("checkOperatorFile accepts a readable file", async () => {
  await expect(checkOperatorFile(join(folder, "video.mp4"))).resolves.toBeUndefined();
});

test.each([
  ["none.mp4", /^The file .*none\.mp4 does not exist\.$/],
  ["video.mp4/inside.mp4", /^The file .* does not exist\.$/],
  ["", / is not a file\. Specify the path of a video file\.$/],
])("checkOperatorFile explains what is wrong with the path %j", async (name, sentence) => {
  const failure = checkOperatorFile(join(folder, name));
  await expect(failure).rejects.toMatchObject({ name: "ValidationFailed" });
  await expect(failure).rejects.toThrow(sentence);
});
