import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { localPaths } from "../../../local/paths.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "capstack-tool-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a developer tool finds the pinned ffmpeg with any PATH", () => {
  const transcript = join(folder, "transcript.json");
  writeFileSync(transcript, JSON.stringify([{ text: "Hi", type: "word", start_time: 0, end_time: 0.3 }]));
  const output = execFileSync(
    localPaths(root, null).pinnedNode,
    [
      ...["bin/tool.ts", "containers/render/render-file.ts", "--source", "test/media/video/sy_0.4s.mp4"],
      ...["--transcript", transcript, "--out", join(folder, "out.mp4")],
      ...["--export-settings", '{"speed": "ultraFast"}'],
    ],
    { cwd: root, env: { PATH: "/usr/bin:/bin", HOME: folder }, encoding: "utf8" },
  );
  expect(JSON.parse(output)).toMatchObject({ frames: 12, width: 640, height: 360 });
});
