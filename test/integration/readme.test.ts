import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { media } from "./client.ts";
import { probe } from "./media-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The shell commands of one section of the README, in order. */
const commandsOf = (section: string): string => {
  const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8");
  const [, rest = ""] = readme.split(`## ${section}\n`);
  const [text = ""] = rest.split("\n## ");
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands).join("");
};

test("the README's API commands work as printed", () => {
  const script = commandsOf("The API in five steps");
  expect(script).toContain("approve-transcript");
  symlinkSync(process.env.CAPSTACK_TEST_DATA ?? "", join(folder, ".local"));
  copyFileSync(media("video/sy_base.mp4"), join(folder, "video.mp4"));
  const output = execFileSync("bash", ["-eo", "pipefail", "-c", script], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "" },
    encoding: "utf8",
  });
  expect(output).toMatch(/transcriptionCompleted\n[\s\S]*completed\n/);
  expect(Math.abs(probe(join(folder, "captioned.mp4")).durationSeconds - 11)).toBeLessThan(0.034);
});
