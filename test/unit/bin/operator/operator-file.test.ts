import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { checkOperatorFile } from "../../../../bin/operator/operator-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "operator-file-"));
  await writeFile(join(folder, "film.mp4"), "x");
});
afterEach(() => rm(folder, { recursive: true }));

test("takes a file that is there", async () => {
  await expect(checkOperatorFile(join(folder, "film.mp4"))).resolves.toBeUndefined();
});

test.each([
  ["none.mp4", /^There is no file .*none\.mp4\.$/],
  ["film.mp4/inside.mp4", /^There is no file /],
  ["", / is no file: give a film's own path\.$/],
])("says in a sentence what is wrong with the path %j", async (name, sentence) => {
  const failure = checkOperatorFile(join(folder, name));
  await expect(failure).rejects.toMatchObject({ name: "ValidationFailed" });
  await expect(failure).rejects.toThrow(sentence);
});
