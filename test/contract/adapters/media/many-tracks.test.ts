import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-tracks-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("no more than sixteen audio tracks are examined", async () => {
  const path = join(folder, "tracks.m4a");
  const silent = Array.from({ length: 16 }, () => ["-map", "0:a"]).flat();
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-f", "lavfi", "-i", "sine=r=8000"],
    ...[...silent, "-map", "1:a", "-t", "0.3", "-c:a", "aac", path],
  ]);
  const { audio } = await probeMedia(path);
  expect(audio?.streamIndex).toBe(0);
});
