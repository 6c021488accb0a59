import { type CaptionUnit, captionUnits } from "../captions/caption-unit.ts";
import type { Transcript } from "./word-entry.ts";

export type SubtitleFormat = "srt" | "vtt" | "txt";

interface Cue {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

/** A subtitle of two lines of 42 characters, as broadcasters' guidelines have it; new ones begin after pauses. */
const maxCueCharacters = 84;
const maxCueSeconds = 7;
const pauseSeconds = 0.8;

/** The transcript as SubRip, WebVTT, or plain text with a paragraph per pause. */
export const subtitleFile = (
  transcript: Transcript,
  language: string | null,
  format: SubtitleFormat,
): string => {
  const cues = cuesOf(captionUnits(transcript, { language, punctuation: true }));
  if (format === "txt") return cues.map((cue) => `${cue.text}\n`).join("");
  if (format === "vtt")
    return `WEBVTT\n\n${cues.map((cue) => `${timing(cue, ".")}\n${escaped(cue.text)}\n\n`).join("")}`;
  return cues.map((cue, index) => `${index + 1}\n${timing(cue, ",")}\n${cue.text}\n\n`).join("");
};

const cuesOf = (units: readonly CaptionUnit[]): Cue[] => {
  const cues: Cue[] = [];
  let last: CaptionUnit | undefined;
  for (const unit of units) {
    const cue = cues.at(-1);
    const added = `${unit.spaceBefore ? " " : ""}${unit.text}`;
    if (cue !== undefined && last !== undefined && goesOn(cue, last, unit, added)) {
      cue.text += added;
      cue.endSeconds = Math.max(cue.endSeconds, unit.endSeconds);
    } else {
      cues.push({ startSeconds: unit.startSeconds, endSeconds: unit.endSeconds, text: unit.text });
    }
    last = unit;
  }
  return cues;
};

const goesOn = (cue: Cue, last: CaptionUnit, unit: CaptionUnit, added: string): boolean =>
  !last.endsSentence &&
  unit.startSeconds - cue.endSeconds < pauseSeconds &&
  unit.endSeconds - cue.startSeconds <= maxCueSeconds &&
  cue.text.length + added.length <= maxCueCharacters;

const timing = (cue: Cue, separator: "," | "."): string =>
  `${clock(cue.startSeconds, separator)} --> ${clock(cue.endSeconds, separator)}`;

/** 3723.5 → 01:02:03,500 */
const clock = (seconds: number, separator: "," | "."): string => {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const whole = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60].map(two);
  return `${whole.join(":")}${separator}${String(milliseconds % 1000).padStart(3, "0")}`;
};

/** WebVTT reads & and < as markup. Source: WebVTT §4.2.2. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
