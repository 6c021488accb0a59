import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { media, sharedClient } from "./client.ts";
import { probe } from "./media-file.ts";

const root = resolve(import.meta.dirname, "../..");
const packageFolder = join(root, "clients/typescript");
const folder = mkdtempSync(join(tmpdir(), "capstack-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the client's example runs as printed, with the published package of the client", () => {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const installed = join(folder, "node_modules/@capstack/client");
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(packageFolder, "package.json"), join(installed, "package.json"));
  execFileSync(process.execPath, [join(packageFolder, "build.mjs"), join(installed, "dist")], { env });

  const [, example = ""] =
    /```ts\n([\s\S]*?)```/.exec(readFileSync(join(packageFolder, "README.md"), "utf8")) ?? [];
  writeFileSync(join(folder, "example.mts"), example);
  copyFileSync(media("video/sy_base.mp4"), join(folder, "video.mp4"));
  const { baseUrl, apiKey } = sharedClient();
  const output = execFileSync(process.execPath, ["example.mts"], {
    cwd: folder,
    env: { ...env, CAPSTACK_URL: baseUrl, CAPSTACK_KEY: apiKey },
    encoding: "utf8",
  });
  expect(output).toMatch(/^\d+ words, 0\.\d+ USD\n$/);
  expect(Math.abs(probe(join(folder, "captioned.mp4")).durationSeconds - 11)).toBeLessThan(0.034);
});
