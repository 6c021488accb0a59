import { type CaptionUnit, captionUnits } from "../captions/caption-unit.ts";
import type { Transcript } from "./word-entry.ts";

export type SubtitleFormat = "srt" | "vtt" | "txt";

interface Cue {
  startSeconds: number;
  endSeconds: number;
  units: CaptionUnit[];
}

/** Two lines of 42 characters for at most 7 s, as broadcasters' guidelines have it; new cues begin after pauses. */
const maxLineWidth = 42;
const maxCueWidth = 2 * maxLineWidth;
const maxCueSeconds = 7;
const pauseSeconds = 0.8;
/** Not even one word is shown for less, unless the next cue begins. */
const minCueSeconds = 0.5;
/** A cue that is too long is cut behind a clause rather than in the middle of one, from this share of it on. */
const earliestCut = 0.4;
/** A pause in plain text after which a new paragraph begins. */
const paragraphSeconds = 2;

/**
 * The transcript as SubRip, WebVTT (https://www.w3.org/TR/webvtt1/), or plain text with a paragraph per long pause.
 * Every cue lasts, none overlaps the next, and no text can be taken for markup or for a cue's end.
 */
export const subtitleFile = (
  transcript: Transcript,
  language: string | null,
  format: SubtitleFormat,
): string => {
  const units = captionUnits(transcript, { language, punctuation: true });
  if (format === "txt") return paragraphs(units);
  const cues = lasting(cuesOf(units));
  if (format === "vtt") {
    return `WEBVTT\n\n${cues.map((cue) => `${timing(cue, ".")}\n${escaped(linesOf(cue.units))}\n\n`).join("")}`;
  }
  return cues
    .map((cue, index) => `${index + 1}\n${timing(cue, ",")}\n${plain(linesOf(cue.units))}\n\n`)
    .join("");
};

const textOf = (units: readonly CaptionUnit[]): string =>
  units.map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text)).join("");

/** Width in Latin characters: a character of Chinese, Japanese or Korean is as wide as two and read as slowly as 2.5. */
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
    while (open.length > 0 && !fits([...open, unit])) close(bestCut(open));
    open.push(unit);
  }
  close(open.length);
  return cues;
};

const fits = (units: readonly CaptionUnit[]): boolean =>
  widthOf(textOf(units)) <= maxCueWidth &&
  (units.at(-1)?.endSeconds ?? 0) - (units[0]?.startSeconds ?? 0) <= maxCueSeconds;

/** How many units go into the cue: up to the last end of a clause in its later part, else all of them. */
const bestCut = (units: readonly CaptionUnit[]): number => {
  for (let count = units.length; count > units.length * earliestCut; count -= 1) {
    if (units[count - 1]?.endsClause) return count;
  }
  return units.length;
};

/** Cues that end after they begin, and not after the next one begins; of several at one moment each has a millisecond. */
const lasting = (cues: readonly Cue[]): Cue[] => {
  let free = 0;
  return cues.map((cue, index) => {
    const startSeconds = Math.max(cue.startSeconds, free);
    const next = cues[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY;
    const wanted = Math.max(cue.endSeconds, startSeconds + minCueSeconds);
    free = Math.max(Math.min(wanted, next), startSeconds + 0.001);
    return { ...cue, startSeconds, endSeconds: free };
  });
};

/** One line, or two of nearly the same width. */
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
  `${clock(cue.startSeconds, separator)} --> ${clock(cue.endSeconds, separator)}`;

/** 3723.5 → 01:02:03,500 */
const clock = (seconds: number, separator: "," | "."): string => {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const whole = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60].map(two);
  return `${whole.join(":")}${separator}${String(milliseconds % 1000).padStart(3, "0")}`;
};

/**
 * SubRip has no way to write an arrow that readers do not take for a line of times, nor a tag or a position ("{\an8}") that
 * players do not follow: an invisible word joiner parts what would be one.
 */
const plain = (text: string): string =>
  text
    .replaceAll("-->", "→")
    .replace(/<(?=[^<>]*>)/g, "<\u2060")
    .replace(/\{(?=\\[^}]*\})/g, "{\u2060");

/** WebVTT reads & and < as markup, and --> as timing. Source: WebVTT §4.2.2. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
