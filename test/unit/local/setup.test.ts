import { describe, expect, test } from "@jest/globals";
import { explainNpmFailure, installedMatchesLock } from "../../../bin/ensure-packages.mjs";
import { installCommand } from "../../../local/setup/ffmpeg.ts";
import {
  findShortcoming,
  majorVersion,
  neededEncoders,
  neededFilters,
} from "../../../local/setup/ffmpeg-capabilities.ts";
import { explainPipFailure, parsePythonAnswer } from "../../../local/setup/python.ts";
import { parseModelProgress } from "../../../local/setup/speech-model.ts";

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
    expect(findShortcoming({ version: "ffmpeg version 5.1", encoders, filters })).toBeNull();
  });

  test("what is missing is named, and a name in a description does not count", () => {
    const without = encoders
      .replace(" V....D libx264 ", " V....D other   ")
      .replace("something", "like libx264 ");
    expect(findShortcoming({ version: "ffmpeg version 5.1", encoders: without, filters: "" })).toBe(
      "was built without libx264, overlay, zscale, tonemap",
    );
  });

  test("an old one is named by its version", () => {
    expect(findShortcoming({ version: "ffmpeg version 4.4.2", encoders, filters })).toContain("version 4");
  });

  test.each([
    ["darwin", "", "brew install ffmpeg"],
    ["linux", "/usr/bin/apt-get", "sudo apt-get install -y ffmpeg"],
    ["linux", "/usr/bin/dnf", "sudo dnf install -y ffmpeg --allowerasing"],
  ] as const)("the command for %s with %s", (platform, present, command) => {
    expect(installCommand(platform, (path) => path === present)).toBe(command);
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
