import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type SubtitleFormat, subtitleFile } from "../../../../core/transcript/subtitle-file.ts";
import type { Transcript } from "../../../../core/transcript/word-entry.ts";
import { runPyav } from "../../pyav.ts";

const words = (...texts: string[]): Transcript =>
  texts.map((text, index) => ({ text, type: "word", startSeconds: index * 2, endSeconds: index * 2 + 1 }));

/** Reads the texts of a subtitle file's cues. */
type Reader = (path: string) => Promise<string[]>;

const ffmpeg: Reader = async (path) =>
  execFileSync("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "webvtt", "-"], { encoding: "utf8" })
    .split("\n\n")
    .filter((block) => block.includes("-->"))
    .map((block) => block.slice(block.indexOf("\n") + 1).trimEnd());

const pyav: Reader = async (path) => {
  const program =
    "import av, json, sys\n" +
    "with av.open(sys.argv[1]) as file:\n" +
    "  packets = [bytes(packet).decode() for packet in file.demux(file.streams.subtitles[0])]\n" +
    "print(json.dumps([text for text in packets if text != '']))";
  return JSON.parse(await runPyav(["-c", program, path])) as string[];
};

describe.each([
  ["FFmpeg", ffmpeg],
  ["PyAV", pyav],
])("%s", (_name, reader) => {
  test.each<[SubtitleFormat, Transcript, string[]]>([
    ["srt", [], []],
    ["vtt", [], []],
    ["srt", words("One.", "Two."), ["One.", "Two."]],
    ["vtt", words("One.", "Two."), ["One.", "Two."]],
  ])("reads the cues of a %s file", async (format, transcript, expected) => {
    const folder = mkdtempSync(join(tmpdir(), "subtitles-"));
    try {
      const path = join(folder, `words.${format}`);
      writeFileSync(path, subtitleFile(transcript, "en", format));
      expect(await reader(path)).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
