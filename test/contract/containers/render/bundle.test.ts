import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { bundleRenderer } from "../../../../containers/render/bundle.ts";
import { bundledFile } from "../../../../containers/render/bundled-file.ts";

const root = resolve(import.meta.dirname, "../../../..");

test("the bundled renderer finds its fonts, WebAssembly and models, and captions a video", async () => {
  // Packages are found from folders of the repository only.
  const folder = mkdtempSync(join(root, ".local", "bundle-test-"));
  try {
    await bundleRenderer(root, folder);
    const { stdout } = await promisify(execFile)(process.execPath, [bundledFile(folder, "self-test")], {
      env: { PATH: process.env.PATH },
    });
    expect(JSON.parse(stdout)).toMatchObject({ durationSeconds: 2, frames: 60, faces: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
