import { isUnspacedLanguage } from "../../core/languages/writing.ts";
import { cueTime } from "../../core/transcript/subtitle-file.ts";

/** Converts the text of a file with a transcript (SubRip, WebVTT of YouTube, or Markdown) to SubRip with what is spoken only. */
export const spokenSubtitles = (path: string, text: string, language: string): string => {
  if (path.endsWith(".srt"))
    return text
      .split("\n")
      .map((line) => (/-->|^\d+\s*$/.test(line) ? line : spokenPart(line)))
      .join("\n");
  return path.endsWith(".vtt") ? withoutRepeatedLines(text) : timedByLength(bodyOf(text), language);
};

/** Time codes of several forms; links, of which the text is kept; addresses; names of speakers; emphasis; and "(laughs)". */
const markup: readonly [RegExp, string][] = [
  [/\[\[?\d+:\d\d(:\d\d)?\]?(\([^)]*\))?\]?(\([^)]*\))?/g, " "],
  [/\*\*\[?[\d:]+\]?\*\*/g, " "],
  [/\(?\b\d?\d:\d\d(:\d\d)?\)?(?=\s|$)/g, " "],
  [/!\[[^\]]*\]\([^)]*\)/g, " "],
  [/\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [/https?:\S+/g, " "],
  [/^\s*([*>-]|>>)+\s+/, ""],
  [/>>+/g, " "],
  [/^\*\*[^*]{1,40}:\*\*|^\*\*[^*]{1,40}\*\*:/, ""],
  [/^[\p{Lu}][\p{L}.' -]{1,28}:\s/u, ""],
  [/\*+|_{2,}|`/g, ""],
  [/[[(（](laugh|music|applause|inaud|cross|laughter|risas|musik|音乐|笑)[^)\]）]*[)\]）]/gi, " "],
  [/\\(.)/g, "$1"],
  [/\s+/g, " "],
];

const spokenPart = (line: string): string =>
  markup.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line).trim();

/** The transcript of a Markdown file, without its front matter, headings, tables and images. */
const bodyOf = (text: string): string => {
  const whole = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  const heading = /## Full Transcript|## Texto com marca|## Transcri\w+/.exec(whole);
  const body = heading ? whole.slice(heading.index + heading[0].length) : whole;
  return body
    .replace(/<[^>]*>/g, " ")
    .split("\n")
    .filter((line) => !/^\s*(#|\||!\[|Click to expand|- Fonte|- Dura)/.test(line))
    .map(spokenPart)
    .filter(Boolean)
    .join("\n");
};

/** Characters per second of speech, and words of a cue. */
const charactersPerSecond: Readonly<Record<string, number>> = { zh: 3.2, ja: 5 };
const usualCharactersPerSecond = 14;
const wordsPerCue = 10;

/** Cues of a text without times. */
const timedByLength = (text: string, language: string): string => {
  const rate = charactersPerSecond[language] ?? usualCharactersPerSecond;
  const words = text.split(/\s+/).filter(Boolean);
  const pieces = isUnspacedLanguage(language)
    ? (text.match(/[^。！？，,]{1,40}[。！？，,]?/gu) ?? [])
    : words.flatMap((_, at) => (at % wordsPerCue === 0 ? [words.slice(at, at + wordsPerCue).join(" ")] : []));
  let seconds = 0;
  return pieces
    .map((piece, at) => {
      const start = seconds;
      seconds += piece.length / rate;
      return `${at + 1}\n${cueTime(start, ",")} --> ${cueTime(seconds, ",")}\n${piece}\n`;
    })
    .join("\n");
};

/** Automatic captions of YouTube, of which each cue repeats the line before it. */
const withoutRepeatedLines = (text: string): string => {
  const cues: string[] = [];
  let last = "";
  for (const block of text.replaceAll("\r", "").split(/\n\n+/)) {
    const times = /(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})/.exec(block);
    if (!times) continue;
    const line = block
      .slice(times.index)
      .split("\n")
      .slice(1)
      .map((one) => one.replace(/<[^>]*>/g, "").trim())
      .findLast((one) => one !== "" && one !== last);
    if (line === undefined) continue;
    last = line;
    const [, start = "", end = ""] = times;
    cues.push(
      `${cues.length + 1}\n${start.replace(".", ",")} --> ${end.replace(".", ",")}\n${spokenPart(line)}\n`,
    );
  }
  return cues.join("\n");
};
