import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { synthesize } from "./synthesized.ts";

test("image contexts contain all required files, and nothing else of the repository", async () => {
  const { images } = await synthesize();
  expect(images.map(({ dockerFile }) => dockerFile).sort()).toEqual(
    ["dub", "ingest", "render", "speech"].map((name) => `containers/${name}/Dockerfile`),
  );
  for (const { dockerFile, files } of images) {
    const recipe = readFileSync(join(import.meta.dirname, "../..", dockerFile), "utf8");
    const copied = [...recipe.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = ""]) =>
      sources.split(" "),
    );
    const named = recipe.match(/\b(?:adapters|containers|core)\/[\w./-]+\.(?:ts|py|txt)\b/g) ?? [];
    const [, user] = /^USER (\w+)$/m.exec(recipe) ?? [];
    expect(user).not.toBe("root");
    expect(recipe).toContain(
      `mkdir /scratch && chown ${user}:${user} /scratch\nVOLUME /scratch\nENV TMPDIR=/scratch`,
    );
    expect(copied.length).toBeGreaterThan(1);
    expect(named.length).toBeGreaterThan(0);
    expect(files).toEqual(expect.arrayContaining([dockerFile, ...copied, ...named]));
    expect(files.filter((file) => /^(test|docs|\.git|\.local)|node_modules|\.gif$/.test(file))).toEqual([]);
  }
}, 180_000);
