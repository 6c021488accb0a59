import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { dockerfileOf, imageNames, readBaseImages } from "../../lib/image-sources.ts";
import { synthesize } from "./synthesized.ts";

const root = join(import.meta.dirname, "../..");

test("image contexts contain all required files, and nothing else of the repository", async () => {
  const { images } = await synthesize();
  expect(images.map(({ dockerFile }) => dockerFile).sort()).toEqual(imageNames.map(dockerfileOf).sort());
  for (const { dockerFile, files } of images) {
    const recipe = readFileSync(join(root, dockerFile), "utf8");
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

test("a change in the renderer or in core does not build the images of Python again", async () => {
  const { images } = await synthesize();
  const filesOf = (name: "speech" | "render"): string[] =>
    images.find(({ dockerFile }) => dockerFile === dockerfileOf(name))?.files ?? [];
  const foldersOf = (name: "speech" | "render"): string[] =>
    filesOf(name).filter((file) => /^(core|templates|containers\/(render|dub|ingest))\/./.test(file));
  expect(foldersOf("speech")).toEqual([]);
  expect(foldersOf("render").length).toBeGreaterThan(100);
  expect(filesOf("speech")).toContain("adapters/without-network.pl");
});

test("Dockerfiles name the base images of the lock file", () => {
  const baseImages = readBaseImages(root);
  for (const name of imageNames) {
    const recipe = readFileSync(join(root, dockerfileOf(name)), "utf8");
    const declared = [...recipe.matchAll(/^ARG (\w+_IMAGE)=(.+)$/gm)].map(([, key = "", image]) => [
      key,
      image,
    ]);
    expect(declared).toEqual(declared.map(([key = ""]) => [key, baseImages[key]?.image]));
    const used = [...recipe.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const known = declared.map(([key]) => `\${${key}}`);
    expect(used.filter((image) => !known.includes(image ?? ""))).toEqual([]);
    expect(new Set(used)).toEqual(new Set(known));
  }
});
