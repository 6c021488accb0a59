import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { dubSupportOf } from "../../../../core/dub/dub-support.ts";

test.each([
  ["kokoro", "voices.py", "PITCH_HZ"],
  ["polly", "polly.py", "VOICES"],
  ["elevenlabs", "elevenlabs.py", "LANGUAGES"],
] as const)("%s speaks the languages of the container's voices", (dubber, file, table) => {
  const source = readFileSync(join(import.meta.dirname, "../../../../containers/dub", file), "utf8");
  const [, body = ""] = new RegExp(`^${table}[^=]*= \\{\\n(.*?)^\\}`, "ms").exec(source) ?? [];
  const languages = [...body.matchAll(/^ {4}"(\w+)":/gm)].map(([, language]) => language);
  expect(languages.length).toBeGreaterThan(4);
  expect(dubSupportOf(dubber).targets.toSorted()).toEqual(languages.toSorted());
});
