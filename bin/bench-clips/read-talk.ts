import { wordSegments } from "../../core/languages/word-segments.ts";
import { isUnspacedLanguage } from "../../core/languages/writing.ts";
import { composeTranscript } from "../../core/transcript/compose.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";

const cueTime = /(\d+):(\d\d):(\d\d)[,.](\d{3}) --> (\d+):(\d\d):(\d\d)[,.](\d{3})/;

/** Reads the words of a SubRip file; a cue's time is shared in proportion to the letters. */
export const readTalk = (text: string, language: string): { transcript: WordEntry[]; seconds: number } => {
  const words: Parameters<typeof composeTranscript>[0]["words"] = [];
  for (const block of text.replaceAll("\r", "").split(/\n\n+/)) {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => cueTime.test(line));
    const times = cueTime
      .exec(lines[at] ?? "")
      ?.slice(1)
      .map(Number);
    if (!times) continue;
    const [h = 0, m = 0, s = 0, ms = 0, endH = 0, endM = 0, endS = 0, endMs = 0] = times;
    const startSeconds = h * 3600 + m * 60 + s + ms / 1000;
    const endSeconds = endH * 3600 + endM * 60 + endS + endMs / 1000;
    words.push(...timed(lines.slice(at + 1).join(" "), language, startSeconds, endSeconds));
  }
  const seconds = (words.at(-1)?.endSeconds ?? 0) + 1;
  const recognition = { language, languageConfidence: 1, engine: "subtitles", words };
  return { transcript: composeTranscript(recognition, seconds), seconds };
};

const timed = (
  text: string,
  language: string,
  startSeconds: number,
  endSeconds: number,
): Parameters<typeof composeTranscript>[0]["words"] => {
  const isUnspaced = isUnspacedLanguage(language);
  const pieces = (isUnspaced ? wordSegments(text, language).map(({ segment }) => segment) : text.split(/\s+/))
    .map((piece) => piece.trim())
    .filter(Boolean);
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let done = 0;
  return pieces.map((piece) => {
    const start = startSeconds + ((endSeconds - startSeconds) * done) / total;
    done += piece.length;
    const end = startSeconds + ((endSeconds - startSeconds) * done) / total;
    return { text: piece, spaceBefore: !isUnspaced, startSeconds: start, endSeconds: end, confidence: 1 };
  });
};
