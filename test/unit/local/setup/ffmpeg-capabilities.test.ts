import { describe, expect, test } from "@jest/globals";
import {
  describeProblem,
  majorVersion,
  requiredEncoders,
  requiredFilters,
} from "../../../../local/setup/ffmpeg-capabilities.ts";

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

describe("majorVersion", () => {
  test.each([
    ["ffmpeg version 5.1.6-0+deb12u1 Copyright (c) 2000-2024", 5],
    ["ffmpeg version 7.1.1 Copyright", 7],
    ["ffmpeg version n8.0 Copyright", 8],
    ["ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright", 4],
    ["ffmpeg version N-118193-g5f38c82536 Copyright", Number.POSITIVE_INFINITY],
    ["nonsense", null],
  ])("of %s is %s", (text, major) => {
    expect(majorVersion(text)).toBe(major);
  });
});

describe("describeProblem", () => {
  test("accepts an ffmpeg that has everything", () => {
    expect(describeProblem({ version: "ffmpeg version 9.0", encoders, filters })).toBeNull();
  });

  test("names missing encoders and filters, and ignores names in descriptions", () => {
    const without = encoders
      .replace(" V....D libx264 ", " V....D other   ")
      .replace("something", "like libx264 ");
    expect(describeProblem({ version: "ffmpeg version 9.0", encoders: without, filters: "" })).toBe(
      "was built without libx264, bwdif, gblur, overlay, sidedata, tonemap, tpad, zscale",
    );
  });

  test("reports the version of an old ffmpeg", () => {
    expect(describeProblem({ version: "ffmpeg version 4.4.2", encoders, filters })).toContain("version 4");
  });
});
