import { describe, expect, test } from "@jest/globals";
import { explainNpmFailure, installedMatchesLock } from "../../../bin/ensure-packages.mjs";

describe("ensure-packages", () => {
  const lock = JSON.stringify({
    packages: {
      "": { version: "1" },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/b": { version: "2.0.0", integrity: "sha512-b", optional: true },
    },
  });
  const installed = (packages: object) => JSON.stringify({ packages });

  test.each([
    ["the locked packages", { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } }, true],
    ["an older version", { "node_modules/a": { version: "0.9.0", integrity: "sha512-a" } }, false],
    ["another content", { "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } }, false],
    ["no packages", {}, false],
  ])("compares the lock file with %s", (_, packages, matches) => {
    expect(installedMatchesLock(lock, installed(packages))).toBe(matches);
  });

  test.each([
    ["npm error code ENOTFOUND\nnpm error network request failed", /cannot be reached/],
    ["npm error code ENOSPC\nnpm error nospc", /disk is full/],
    ["npm error code EACCES", /writable/],
    ["npm error code X\nnpm error Something odd", /Something odd/],
  ])("explains %j", (stderr, sentence) => {
    expect(explainNpmFailure(stderr)).toMatch(sentence);
  });
});
