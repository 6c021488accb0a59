import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { media } from "./client.ts";
import { audioDigest, probe } from "./film.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "capstack-cli-"));
const dataDir = process.env.CAPSTACK_TEST_DATA ?? "";
const env = { ...process.env, NODE_OPTIONS: "" };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("npm start -- FILE", () => {
  test("captions the file with the service that runs, and says what it cost", () => {
    const source = join(folder, "my film.mp4");
    copyFileSync(media("video/sy_portrait.mp4"), source);
    const said = execFileSync("node", ["bin/local.ts", source, "--data", dataDir], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    const film = join(folder, "my film.captioned.mp4");
    expect(said).toContain("my film.captioned.mp4");
    expect(said).toMatch(/0\.\d+ USD|\$0\.\d+/);
    expect(Math.abs(probe(film).durationSeconds - 11)).toBeLessThan(0.034);
    expect(audioDigest(film)).toBe(audioDigest(source));
  });

  test("writes where --out says, in the look and mode asked for", () => {
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
    ["a file that is not there", join(folder, "none.mp4")],
    ["a file that is no video", media("video/sy_text.mp4")],
  ])("says in one sentence what is wrong with %s", (_, file) => {
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
