import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { media } from "./client.ts";
import { audioDigest, probe } from "./media-file.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "capstack-cli-"));
const dataDir = process.env.CAPSTACK_TEST_DATA ?? "";
const env = { ...process.env, NODE_OPTIONS: "" };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("npm start -- FILE", () => {
  test("captions the file with the running service and prints the cost", () => {
    const source = join(folder, "my video.mp4");
    copyFileSync(media("video/sy_portrait.mp4"), source);
    const output = execFileSync("node", ["bin/local.ts", source, "--data", dataDir], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    const renderedVideo = join(folder, "my video.captioned.mp4");
    expect(output).toContain("my video.captioned.mp4");
    expect(output).toMatch(/0\.\d+ USD|\$0\.\d+/);
    expect(Math.abs(probe(renderedVideo).durationSeconds - 11)).toBeLessThan(0.034);
    expect(audioDigest(renderedVideo)).toBe(audioDigest(source));
  });

  test("uses --out, --template and --mode", () => {
    const out = join(folder, "green.mp4");
    const args = [
      "bin/local.ts",
      media("video/sy_base.mp4"),
      "--data",
      dataDir,
      "--out",
      out,
      "--template",
      "Plain",
      "--mode",
      "greenScreen",
    ];
    execFileSync("node", args, { cwd: root, env });
    expect(probe(out).video).toMatchObject({ width: 640, height: 360 });
  });

  test.each([
    ["a missing file", join(folder, "none.mp4")],
    ["a file that is not a video", media("video/sy_text.mp4")],
  ])("explains in one sentence what is wrong with %s", (_, file) => {
    const { status, stderr } = spawnSync("node", ["bin/local.ts", file, "--data", dataDir], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(status).not.toBe(0);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(file.replace(/\.mp4$/, ".captioned.mp4"))).toBe(false);
  });
});
