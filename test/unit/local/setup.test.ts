import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { explainNpmFailure, installedMatchesLock } from "../../../bin/ensure-packages.mjs";
import { localPaths } from "../../../local/paths.ts";
import { ensureFfmpeg, ffmpegSetting, withTools } from "../../../local/setup/ffmpeg.ts";
import {
  findShortcoming,
  majorVersion,
  neededEncoders,
  neededFilters,
} from "../../../local/setup/ffmpeg-capabilities.ts";
import { explainPipFailure, parsePythonAnswer } from "../../../local/setup/python.ts";
import { parseModelProgress } from "../../../local/setup/speech-model.ts";
import { Progress } from "../../../local/terminal/progress.ts";

const encoders = `Encoders:
 V..... = Video
 ------
${neededEncoders.map((name) => ` V....D ${name.padEnd(20)} something (codec x)`).join("\n")}
`;
const filters = `Filters:
  T.. = Timeline support
${neededFilters.map((name) => ` TS. ${name.padEnd(16)}  V->V       Something.`).join("\n")}
 ... anullsrc          |->A       Null audio source.
`;

describe("ffmpeg", () => {
  test.each([
    ["ffmpeg version 5.1.6-0+deb12u1 Copyright (c) 2000-2024", 5],
    ["ffmpeg version 7.1.1 Copyright", 7],
    ["ffmpeg version n8.0 Copyright", 8],
    ["ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright", 4],
    ["ffmpeg version N-118193-g5f38c82536 Copyright", Number.POSITIVE_INFINITY],
    ["nonsense", null],
  ])("%s is version %s", (text, major) => {
    expect(majorVersion(text)).toBe(major);
  });

  test("one that has all is good", () => {
    expect(findShortcoming({ version: "ffmpeg version 9.0", encoders, filters })).toBeNull();
  });

  test("what is missing is named, and a name in a description does not count", () => {
    const without = encoders
      .replace(" V....D libx264 ", " V....D other   ")
      .replace("something", "like libx264 ");
    expect(findShortcoming({ version: "ffmpeg version 9.0", encoders: without, filters: "" })).toBe(
      "was built without libx264, bwdif, gblur, overlay, sidedata, tonemap, tpad, zscale",
    );
  });

  test("an old one is named by its version", () => {
    expect(findShortcoming({ version: "ffmpeg version 4.4.2", encoders, filters })).toContain("version 4");
  });
});

describe("the set-up of ffmpeg", () => {
  const root = resolve(import.meta.dirname, "../../..");
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
    const say = (text: string) => `cat <<'END'\n${text}\nEND`;
    const cases = `-version) ${say("ffmpeg version 9.0 Copyright")};;\n-encoders) ${say(listing.encoders)}\n;;\n-filters) ${say(listing.filters)}\n;;`;
    script(
      join(system, "ffmpeg"),
      `case "$2" in\n${cases.replace("Copyright\nEND;;", "Copyright\nEND\n;;")}\nesac`,
    );
    script(join(system, "ffprobe"), "exit 0");
    return system;
  };

  test("links the programs of a folder that CAPSTACK_FFMPEG names, once", async () => {
    process.env[ffmpegSetting] = systemFfmpeg({ encoders, filters });
    const paths = pathsOf();
    await ensureFfmpeg(paths, progress);
    expect(existsSync(join(paths.tools, "ffprobe"))).toBe(true);
    const stamp = readFileSync(join(folder, "ffmpeg-stamp.json"), "utf8");
    await ensureFfmpeg(paths, progress);
    expect(readFileSync(join(folder, "ffmpeg-stamp.json"), "utf8")).toBe(stamp);
  });

  test("refuses a folder whose ffmpeg lacks a filter, by its name", async () => {
    process.env[ffmpegSetting] = systemFfmpeg({ encoders, filters: filters.replace("zscale", "other ") });
    await expect(ensureFfmpeg(pathsOf(), progress)).rejects.toThrow(/built without zscale.*CAPSTACK_FFMPEG/);
  });

  test("refuses a folder without ffprobe", async () => {
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

describe("Python", () => {
  test("its answer", () => {
    expect(parsePythonAnswer("python3", "3 11 True\n")).toEqual({
      command: "python3",
      minor: 11,
      canMakeVenv: true,
    });
    expect(parsePythonAnswer("python", "2 7 True")).toBeNull();
  });

  test.each([
    [
      "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
      /disk is full/,
    ],
    ["Failed to establish: NewConnectionError Temporary failure in name resolution", /cannot be reached/],
    [
      "ERROR: Could not find a version that satisfies the requirement x (from versions: none)",
      /cannot be reached/,
    ],
    ["ERROR: Ignored\nERROR: No matching platform", /No matching platform/],
  ])("%s", (output, sentence) => {
    expect(explainPipFailure(output)).toMatch(sentence);
  });

  test("the model's progress", () => {
    expect(parseModelProgress("speech model: 75 of 150 MB (3 s)")).toEqual({
      fraction: 0.5,
      detail: "75 of 150 MB",
    });
    expect(parseModelProgress("speech model: ready")).toBeNull();
  });
});

describe("npm packages", () => {
  const lock = JSON.stringify({
    packages: {
      "": { version: "1" },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/b": { version: "2.0.0", integrity: "sha512-b", optional: true },
    },
  });
  const installed = (packages: object) => JSON.stringify({ packages });

  test.each([
    ["as locked", { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } }, true],
    ["an older version", { "node_modules/a": { version: "0.9.0", integrity: "sha512-a" } }, false],
    ["another content", { "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } }, false],
    ["nothing", {}, false],
  ])("%s", (_, packages, matches) => {
    expect(installedMatchesLock(lock, installed(packages))).toBe(matches);
  });

  test.each([
    ["npm error code ENOTFOUND\nnpm error network request failed", /cannot be reached/],
    ["npm error code ENOSPC\nnpm error nospc", /disk is full/],
    ["npm error code EACCES", /writable/],
    ["npm error code X\nnpm error Something odd", /Something odd/],
  ])("%j", (stderr, sentence) => {
    expect(explainNpmFailure(stderr)).toMatch(sentence);
  });
});
