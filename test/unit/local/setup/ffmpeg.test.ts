import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { localPaths } from "../../../../local/paths.ts";
import { ensureFfmpeg, ffmpegSetting, withTools } from "../../../../local/setup/ffmpeg.ts";
import { requiredEncoders, requiredFilters } from "../../../../local/setup/ffmpeg-capabilities.ts";
import { Progress } from "../../../../local/terminal/progress.ts";

const encoders = `Encoders:
 V..... = Video
 ------
${requiredEncoders.map((name) => ` V....D ${name.padEnd(20)} something (codec x)`).join("\n")}
`;
const filters = `Filters:
  T.. = Timeline support
${requiredFilters.map((name) => ` TS. ${name.padEnd(16)}  V->V       Something.`).join("\n")}
 ... anullsrc          |->A       Null audio source.
`;

describe("ensureFfmpeg", () => {
  const root = resolve(import.meta.dirname, "../../../..");
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "capstack-setup-"));
  });
  afterEach(() => {
    delete process.env[ffmpegSetting];
    rmSync(folder, { recursive: true, force: true });
  });

  const progress = new Progress({ write: () => true, isTTY: false } as never);
  const pathsOf = (clone = root) => ({
    ...localPaths(clone, null),
    shared: folder,
    tools: join(folder, "tools"),
    venvPython: join(folder, "python"),
  });
  /** An executable shell script. */
  const script = (path: string, text: string): void => {
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  };
  const systemFfmpeg = (listing: { encoders: string; filters: string }): string => {
    const system = join(folder, "system");
    mkdirSync(system);
    const print = (text: string) => `cat <<'END'\n${text}\nEND`;
    const cases = `-version) ${print("ffmpeg version 9.0 Copyright")};;\n-encoders) ${print(listing.encoders)}\n;;\n-filters) ${print(listing.filters)}\n;;`;
    script(
      join(system, "ffmpeg"),
      `case "$2" in\n${cases.replace("Copyright\nEND;;", "Copyright\nEND\n;;")}\nesac`,
    );
    script(join(system, "ffprobe"), "exit 0");
    return system;
  };

  test("links the programs in the folder of CAPSTACK_FFMPEG, once", async () => {
    process.env[ffmpegSetting] = systemFfmpeg({ encoders, filters });
    const paths = pathsOf();
    await ensureFfmpeg(paths, progress);
    expect(existsSync(join(paths.tools, "ffprobe"))).toBe(true);
    const stamp = readFileSync(join(folder, "ffmpeg-stamp.json"), "utf8");
    await ensureFfmpeg(paths, progress);
    expect(readFileSync(join(folder, "ffmpeg-stamp.json"), "utf8")).toBe(stamp);
  });

  test("rejects a folder whose ffmpeg lacks a filter, by its name", async () => {
    process.env[ffmpegSetting] = systemFfmpeg({ encoders, filters: filters.replace("zscale", "other ") });
    await expect(ensureFfmpeg(pathsOf(), progress)).rejects.toThrow(/built without zscale.*CAPSTACK_FFMPEG/);
  });

  test("rejects a folder without ffprobe", async () => {
    const system = systemFfmpeg({ encoders, filters });
    rmSync(join(system, "ffprobe"));
    process.env[ffmpegSetting] = system;
    await expect(ensureFfmpeg(pathsOf(), progress)).rejects.toThrow(/ffprobe was not found in .*system/);
  });

  test("leaves no stamp and no program when the download fails", async () => {
    const paths = pathsOf();
    script(paths.venvPython, 'echo "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES" >&2; exit 1');
    await expect(ensureFfmpeg(paths, progress)).rejects.toThrow(/DO NOT MATCH THE HASHES/);
    expect(existsSync(join(folder, "ffmpeg-stamp.json"))).toBe(false);
    expect(existsSync(join(paths.tools, "ffmpeg"))).toBe(false);
  });

  test("puts the tools folder first on PATH, once", () => {
    const path = withTools({ tools: "/clone/tools" }, "/usr/bin:/bin");
    expect(path).toBe("/clone/tools:/usr/bin:/bin");
    expect(withTools({ tools: "/clone/tools" }, path)).toBe(path);
  });
});
