import { type CaptionUnit, captionUnits } from "../captions/caption-unit.ts";
import type { Transcript } from "./word-entry.ts";

export type SubtitleFormat = "srt" | "vtt" | "txt";

interface Cue {
  startSeconds: number;
  endSeconds: number;
  units: CaptionUnit[];
}

/** Two lines of 42 characters for at most 7 s, as in broadcasters' guidelines. A pause starts a new cue. */
const maxLineWidth = 42;
const maxCueWidth = 2 * maxLineWidth;
const maxCueSeconds = 7;
const pauseSeconds = 0.8;
/** Minimum duration of a cue, unless the next cue starts. */
const minCueSeconds = 0.5;
/** A cue that is too long is split after a clause in its later part, which starts at this share. */
const minSplitShare = 0.4;
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

const textOf = (units: readonly CaptionUnit[]): string =>
  units.map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text)).join("");

/** Reading width in Latin characters; a Chinese or Japanese character counts 2.5. */
const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) {
    width += /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u.test(character)
      ? 2.5
      : 1;
  }
  return width;
};

const cuesOf = (units: readonly CaptionUnit[]): Cue[] => {
  const cues: Cue[] = [];
  let open: CaptionUnit[] = [];
  const close = (count: number): void => {
    const taken = open.slice(0, count);
    open = open.slice(count);
    const [first] = taken;
    if (first === undefined) return;
    const endSeconds = Math.max(...taken.map((unit) => unit.endSeconds));
    cues.push({ startSeconds: first.startSeconds, endSeconds, units: taken });
  };
  for (const unit of units) {
    const last = open.at(-1);
    if (last && (last.endsSentence || unit.startSeconds - last.endSeconds >= pauseSeconds))
      close(open.length);
    while (open.length > 0 && !fits([...open, unit])) close(splitPoint(open));
    open.push(unit);
  }
  close(open.length);
  return cues;
};

const fits = (units: readonly CaptionUnit[]): boolean =>
  widthOf(textOf(units)) <= maxCueWidth &&
  (units.at(-1)?.endSeconds ?? 0) - (units[0]?.startSeconds ?? 0) <= maxCueSeconds;

/** Number of units of the next cue: up to the last end of a clause in its later part, else all. */
const splitPoint = (units: readonly CaptionUnit[]): number => {
  for (let count = units.length; count > units.length * minSplitShare; count -= 1) {
    if (units[count - 1]?.endsClause) return count;
  }
  return units.length;
};

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

/** One line, or two lines of similar width. */
const linesOf = (units: readonly CaptionUnit[]): string => {
  const whole = textOf(units);
  if (widthOf(whole) <= maxLineWidth || units.length < 2) return whole;
  const splits = units.slice(1).map((_, at) => [textOf(units.slice(0, at + 1)), textOf(units.slice(at + 1))]);
  const widest = (lines: readonly string[]): number => Math.max(...lines.map(widthOf));
  return splits.reduce((best, lines) => (widest(lines) < widest(best) ? lines : best)).join("\n");
};

const paragraphs = (units: readonly CaptionUnit[]): string => {
  const groups: CaptionUnit[][] = [];
  for (const unit of units) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || unit.startSeconds - last.endSeconds >= paragraphSeconds) groups.push([unit]);
    else groups.at(-1)?.push(unit);
  }
  return groups.map((group) => `${textOf(group)}\n`).join("");
};

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
