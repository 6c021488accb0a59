import { type CaptionUnit, captionUnits, textAsWritten } from "../captions/caption-unit.ts";
import { gapBetween, groupUnits } from "../captions/group-units.ts";
import { cueLines, dividePhrase } from "./subtitle-cues.ts";
import type { Transcript } from "./word-entry.ts";

export type SubtitleFormat = "srt" | "vtt" | "txt";

interface Cue {
  startSeconds: number;
  endSeconds: number;
  units: CaptionUnit[];
}

/** A pause starts a new cue. */
const pauseSeconds = 0.8;
/** Minimum duration of a cue, unless the next cue starts. */
const minCueSeconds = 0.5;
/** A pause of this length starts a new paragraph in plain text. */
const paragraphSeconds = 2;

/**
 * Formats a transcript as SubRip, WebVTT (https://www.w3.org/TR/webvtt1/), or plain text with a paragraph per long pause.
 * Every cue has a duration, cues do not overlap, and text is escaped. SubRip has CRLF line ends, as in the files of SubRip
 * itself; the others have LF.
 *
 * A transcript without words is a WebVTT file without cues, an empty text, and a SubRip file with one cue of 1 ms without
 * text: readers such as FFmpeg identify SubRip by its first cue and reject a file without one.
 */
export const subtitleFile = (
  transcript: Transcript,
  language: string | null,
  format: SubtitleFormat,
): string => {
  const units = captionUnits(transcript, { language, punctuation: true });
  if (format === "txt") return paragraphs(units);
  const cues = withDurations(cuesOf(units));
  if (format === "vtt") {
    return `WEBVTT\n\n${cues.map((cue) => `${timing(cue, ".")}\n${escapeWebVtt(linesOf(cue.units))}\n\n`).join("")}`;
  }
  return subRip(cues.length === 0 ? [emptyCue] : cues).replaceAll("\n", "\r\n");
};

const emptyCue: Cue = { startSeconds: 0, endSeconds: 0.001, units: [] };

const subRip = (cues: readonly Cue[]): string =>
  cues
    .map((cue, index) => `${index + 1}\n${timing(cue, ",")}\n${escapeSubRip(linesOf(cue.units))}\n\n`)
    .join("");

/** A cue always ends at the end of a sentence and at a pause. */
const cuesOf = (units: readonly CaptionUnit[]): Cue[] =>
  groupUnits(units, (before, after) => before.endsSentence || gapBetween(before, after) >= pauseSeconds)
    .flatMap(dividePhrase)
    .map((own) => ({
      startSeconds: own[0]?.startSeconds ?? 0,
      endSeconds: Math.max(...own.map((unit) => unit.endSeconds)),
      units: own,
    }));

/** Gives cues a minimum duration without overlaps. Cues with the same time get one millisecond each. */
const withDurations = (cues: readonly Cue[]): Cue[] => {
  let nextStart = 0;
  return cues.map((cue, index) => {
    const startSeconds = Math.max(cue.startSeconds, nextStart);
    const next = cues[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY;
    const desiredEnd = Math.max(cue.endSeconds, startSeconds + minCueSeconds);
    nextStart = Math.max(Math.min(desiredEnd, next), startSeconds + 0.001);
    return { ...cue, startSeconds, endSeconds: nextStart };
  });
};

const linesOf = (units: readonly CaptionUnit[]): string => cueLines(units).join("\n");

const paragraphs = (units: readonly CaptionUnit[]): string =>
  groupUnits(units, (before, after) => gapBetween(before, after) >= paragraphSeconds)
    .map((group) => `${textAsWritten(group)}\n`)
    .join("");

const timing = (cue: Cue, separator: "," | "."): string =>
  `${cueTime(cue.startSeconds, separator)} --> ${cueTime(cue.endSeconds, separator)}`;

/** Formats a time of SubRip (comma) or WebVTT (period): 3723.5 → 01:02:03,500 */
export const cueTime = (seconds: number, separator: "," | "."): string => {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const whole = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60].map(two);
  return `${whole.join(":")}${separator}${String(milliseconds % 1000).padStart(3, "0")}`;
};

/**
 * SubRip has no escapes. Arrows, which readers would parse as a cue time, are replaced, and a word joiner disables tags and
 * positions ("{\an8}").
 */
const escapeSubRip = (text: string): string =>
  text
    .replaceAll("-->", "→")
    .replace(/<(?=[^<>]*>)/g, "<\u2060")
    .replace(/\{(?=\\[^}]*\})/g, "{\u2060");

/** Escapes markup and timing arrows. Source: WebVTT §4.2.2. */
const escapeWebVtt = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
