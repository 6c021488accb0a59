import { isUnspacedLanguage } from "../../languages/writing.ts";
import { endsSentence } from "../../text/scripts.ts";
import { joined } from "../compose.ts";
import type { Recognition } from "../recognition.ts";
import { splitMarks } from "../split-marks.ts";
import { correctCharacters } from "./dictionary-characters.ts";
import { type Term, termsOf } from "./dictionary-terms.ts";
import { withCapital } from "./letter-case-of.ts";
import { createNearTerms, type Near, type Phrase } from "./near-terms.ts";

type Word = Recognition["words"][number];

/** A term may be heard as so many words more than it has. */
const moreWords = 2;
const maxWords = 6;
/** No term goes on over a pause like this. */
const pauseSeconds = 0.5;

/**
 * What was heard with the near misses of a dictionary's terms set right, in the dictionary's capitals. Times, marks,
 * possessives and plurals stay; several words may become one, or one several, and share its time.
 *
 * @param ordinary words of the language (core/languages/ordinary-words.ts), which are not taken for names.
 * @param settled indices of words that are right already.
 */
export const correctByDictionary = (
  recognition: Recognition,
  dictionary: readonly string[],
  ordinary: ReadonlySet<string> | null,
  settled: ReadonlySet<number> = new Set(),
): Recognition => {
  const terms = termsOf(dictionary);
  if (terms.length === 0 || recognition.words.length === 0) return recognition;
  if (isUnspacedLanguage(recognition.language)) return correctCharacters(recognition, terms);
  const words = joined(recognition).map((word): Word => ({ ...word, spaceBefore: true }));
  const nearTerm = createNearTerms(terms, recognition.language, ordinary);
  const longest = Math.min(maxWords, Math.max(...terms.map((term) => term.words.length)) + moreWords);
  const split = words.map(({ text }) => splitMarks(text));
  const result: Word[] = [];
  let isChanged = false;
  for (let at = 0; at < words.length; ) {
    const found = bestAt(at);
    if (found === null) {
      result.push(...words.slice(at, at + 1));
      at += 1;
      continue;
    }
    const written = writtenTerm(words.slice(at, at + found.count), found.near, isFirst(at));
    isChanged ||= written.some(({ text }, index) => text !== words[at + index]?.text);
    result.push(...written);
    at += found.count;
  }
  return isChanged ? { ...recognition, words: result } : recognition;

  function isFirst(at: number): boolean {
    return at === 0 || endsSentence(words[at - 1]?.text ?? "");
  }

  function bestAt(at: number): { near: Near; count: number } | null {
    let best: { near: Near; count: number } | null = null;
    for (let count = 1; count <= longest && isRow(at, count); count += 1) {
      const phrase = phraseOf(at, count);
      const near = phrase === null ? null : nearTerm(phrase);
      if (near === null) continue;
      if (best === null || near.likeness >= best.near.likeness) best = { near, count };
    }
    return best;
  }

  function isRow(at: number, count: number): boolean {
    const last = at + count - 1;
    const word = words[last];
    if (word === undefined || settled.has(last)) return false;
    if (count === 1) return true;
    const isPause = word.startSeconds - (words[last - 1]?.endSeconds ?? 0) > pauseSeconds;
    return !isPause && split[last - 1]?.after === "" && split[last]?.before === "";
  }

  function phraseOf(at: number, count: number): Phrase | null {
    const parts = split.slice(at, at + count).map(({ word }) => word);
    if (parts.includes("")) return null;
    return {
      words: parts,
      isFirst: isFirst(at),
      confidence: Math.min(...words.slice(at, at + count).map(({ confidence }) => confidence)),
    };
  }
};

/** The term in place of the words that were heard, with their marks and times. */
const writtenTerm = (heard: readonly Word[], { term, before, after }: Near, isFirst: boolean): Word[] => {
  const [first, last] = [heard[0], heard.at(-1)];
  if (first === undefined || last === undefined) return [];
  const texts = textsOf(term, before, after, isFirst && /^\p{Lu}/u.test(splitMarks(first.text).word));
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const span = last.endSeconds - first.startSeconds;
  const confidence = Math.min(...heard.map((word) => word.confidence));
  let done = 0;
  return texts.map((text, index): Word => {
    const startSeconds = first.startSeconds + (span * done) / total;
    done += text.length;
    const own = texts.length === heard.length ? heard[index] : undefined;
    return {
      text:
        (index === 0 ? splitMarks(first.text).before : "") +
        text +
        (index === texts.length - 1 ? splitMarks(last.text).after : ""),
      spaceBefore: true,
      startSeconds: own?.startSeconds ?? startSeconds,
      endSeconds: own?.endSeconds ?? first.startSeconds + (span * done) / total,
      confidence: own?.confidence ?? confidence,
    };
  });
};

const textsOf = ({ words }: Term, before: string, after: string, isCapital: boolean): string[] => {
  const texts = words.map(
    (word, index) => (index === 0 ? before : "") + word + (index === words.length - 1 ? after : ""),
  );
  const [first = ""] = texts;
  return isCapital ? [withCapital(first), ...texts.slice(1)] : texts;
};
