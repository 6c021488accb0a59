import { expect, test } from "@jest/globals";
import { defaultOutputPath } from "../../../../local/caption/output-path.ts";

test.each([
  ["clip.mp4", "composited", "clip.captioned.mp4"],
  ["/videos/my clip.MOV", "greenScreen", "/videos/my clip.captioned.mp4"],
  ["talk.v2.mp4", "transparent", "talk.v2.captioned.mov"],
  ["noextension", "composited", "noextension.captioned.mp4"],
  [".hidden", "composited", ".hidden.captioned.mp4"],
] as const)("the output of %s in mode %s is %s", (file, mode, expected) => {
  expect(defaultOutputPath(file, mode)).toBe(expected);
});
