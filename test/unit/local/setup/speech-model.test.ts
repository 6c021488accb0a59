import { expect, test } from "@jest/globals";
import { parseModelProgress } from "../../../../local/setup/speech-model.ts";

test("parseModelProgress reads megabytes and ignores other lines", () => {
  expect(parseModelProgress("speech model: 75 of 150 MB (3 s)")).toEqual({
    fraction: 0.5,
    detail: "75 of 150 MB",
  });
  expect(parseModelProgress("speech model: ready")).toBeNull();
});
