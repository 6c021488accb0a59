import type { TaskRequest } from "../../clients/typescript/src/client.ts";

type Cue = NonNullable<TaskRequest["referenceTranscript"]>[number];

const time = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const timing = new RegExp(`${time}\\s*-->\\s*${time}`);

const secondsOf = (parts: readonly (string | undefined)[]): number => {
  const [hours = "0", minutes = "0", seconds = "0", fraction = "0"] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
};

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "",
  rlm: "",
};

/** The text of a cue without its tags and styles. */
const plain = (lines: readonly string[]): string =>
  lines
    .join(" ")
    .replace(/<[^<>]*>|\{\\[^{}]*\}/g, "")
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();

/** Returns the cues of a SubRip or WebVTT file; none for a text of another kind. */
export const subtitleCues = (file: string): Cue[] =>
  file
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split("\n");
      const at = lines.findIndex((line) => timing.test(line));
      const found = timing.exec(lines[at] ?? "");
      if (found === null) return [];
      const text = plain(lines.slice(at + 1));
      const [start_time, end_time] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))];
      return text === "" || end_time < start_time ? [] : [{ text, start_time, end_time }];
    });
