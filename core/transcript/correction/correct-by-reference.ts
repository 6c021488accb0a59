import { isUnspacedLanguage } from "../../languages/writing.ts";
import { endsSentence } from "../../text/scripts.ts";
import { folded } from "../../text/text-distance.ts";
import { joined } from "../compose.ts";
import type { Recognition } from "../recognition.ts";
import { type SplitMarks, splitMarks } from "../split-marks.ts";
import { alignWords, type Match } from "./align-words.ts";
import { inCaseOf, withCapital, withFirstOf } from "./letter-case-of.ts";
import { type Heard, heardCharacters } from "./recognized-characters.ts";
import { type Reference, type ReferenceToken, referenceTokens } from "./reference-cues.ts";
import { trustedMatches } from "./trusted-matches.ts";

type Word = Recognition["words"][number];

/** A word of the result; `from` and `to` are the reference's words that it was written by, if any. */
interface Written extends SplitMarks {
  timed: Omit<Word, "text">;
  /** As it was heard, when the reference only writes it differently. */
  original: string | null;
  from: number | null;
  to: number | null;
}

/** A reference with fewer marks than one in this many words leaves punctuation to the recogniser. */
const wordsPerMark = 40;

/**
 * What was heard in the reference's spelling, case and punctuation. Times stay; no word is lost and none is added: what
 * the reference says and nobody heard is left out. Two words may become one, or one two, when they are the same sounds.
 * A reference that does not say what is heard changes nothing. `written` are the indices of words that it confirmed.
 */
export const correctByReference = (
  recognition: Recognition,
  reference: Reference,
): { recognition: Recognition; written: ReadonlySet<number> } => {
  if (reference.length === 0) return { recognition, written: new Set() };
  const { language } = recognition;
  const isUnspaced = isUnspacedLanguage(language);
  const heard = heardTokens(recognition, isUnspaced);
  const read = referenceTokens(reference, language);
  const matches = alignWords(heard, read, { joins: !isUnspaced });
  const trusted =
    matches === null
      ? []
      : trustedMatches(matches, heard, read, {
          confidenceOf: (index) => heard[index]?.confidence ?? 1,
          isUnspaced,
        });
  if (trusted.length === 0) return { recognition, written: new Set() };
  const result = withMarks(writtenWords(heard, read, trusted, isUnspaced), read);
  const words: Word[] = [];
  const written = new Set<number>();
  for (const { before, word, after, timed, from } of result) {
    const piece = (text: string, at: number): void => {
      words.push({ ...timed, text, spaceBefore: false, startSeconds: at, endSeconds: at });
    };
    if (isUnspaced) {
      // Marks take no time from their character.
      if (before !== "") piece(before, timed.startSeconds);
      if (word !== "") words.push({ ...timed, text: word });
      if (after !== "") piece(after, timed.endSeconds);
      continue;
    }
    if (from !== null) written.add(words.length);
    words.push({ ...timed, text: before + word + after });
  }
  return { recognition: { ...recognition, words }, written };
};

const heardTokens = (recognition: Recognition, isUnspaced: boolean): Heard[] => {
  if (!isUnspaced) {
    return joined(recognition).map((piece) => ({ ...piece, spaceBefore: true, key: folded(piece.text) }));
  }
  return heardCharacters(recognition);
};

const writtenWords = (
  heard: readonly Heard[],
  read: readonly ReferenceToken[],
  matches: readonly Match[],
  isUnspaced: boolean,
): Written[] => {
  const result: Written[] = [];
  const keep = (from: number, to: number): void => {
    for (const { text, key: _, ...timed } of heard.slice(from, to)) {
      result.push({ ...splitMarks(text), timed, original: null, from: null, to: null });
    }
  };
  let done = 0;
  for (const match of matches) {
    keep(done, match.heardFrom);
    const own = heard.slice(match.heardFrom, match.heardTo);
    result.push(...rewritten(own, read.slice(match.readFrom, match.readTo), match.readFrom, isUnspaced));
    done = match.heardTo;
  }
  keep(done, heard.length);
  return result;
};

/** The reference's words with the times of those that were heard, shared out by their length where the numbers differ. */
const rewritten = (
  heard: readonly Heard[],
  read: readonly ReferenceToken[],
  readFrom: number,
  isUnspaced: boolean,
): Written[] => {
  const [first, last] = [heard[0], heard.at(-1)];
  if (first === undefined || last === undefined) return [];
  const startSeconds = first.startSeconds;
  const span = Math.max(last.endSeconds - startSeconds, 0);
  const letters = read.reduce((sum, { key }) => sum + key.length, 0);
  const confidence = Math.min(...heard.map((word) => word.confidence));
  const model = splitMarks(heard.map(({ text }) => text).join(""));
  let done = 0;
  return read.map((token, index): Written => {
    const from = startSeconds + (span * done) / letters;
    done += token.key.length;
    const own = read.length === heard.length ? heard[index] : undefined;
    const { word } = splitMarks(token.text);
    const marks = own ? splitMarks(own.text) : model;
    return {
      before: index === 0 || own ? marks.before : "",
      word: token.hasCase ? word : inCaseOf(word, own ? marks.word : model.word, index),
      after: index === read.length - 1 || own ? marks.after : "",
      timed: {
        spaceBefore: isUnspaced ? (index === 0 ? first.spaceBefore : token.spaceBefore) : true,
        startSeconds: own?.startSeconds ?? from,
        endSeconds: own?.endSeconds ?? startSeconds + (span * done) / letters,
        confidence: own?.confidence ?? confidence,
      },
      original: own && own.key === token.key ? marks.word : null,
      from: readFrom + index,
      to: readFrom + index,
    };
  });
};

/** Marks and capitals of the reference (capitals alone when it has no marks), wherever it says two neighbouring words without a third between them. */
const withMarks = (words: readonly Written[], read: readonly ReferenceToken[]): Written[] => {
  const marks = read.map(({ text }) => splitMarks(text));
  const isMarked = marks.filter(({ after }) => after !== "").length * wordsPerMark >= read.length;
  const result = words.map((word) => ({ ...word }));
  const follows = (left: Written | undefined, right: Written | undefined): boolean => {
    if (left === undefined) return startsCue(read, right?.from ?? null);
    if (right === undefined) return endsCue(read, left.to);
    return left.to !== null && right.from === left.to + 1;
  };
  for (let gap = 0; gap <= result.length; gap += 1) {
    const [left, right] = [result[gap - 1], result[gap]];
    if (!follows(left, right)) {
      if (right?.from != null) result[gap] = inSentence(right, left);
      continue;
    }
    if (!isMarked) {
      if (left && right?.from != null && endsSentence(left.word + left.after))
        right.word = withCapital(right.word);
      continue;
    }
    const after = left?.to == null ? "" : (marks[left.to]?.after ?? "");
    if (left && !(after === "" && isUnfinished(read, left, right))) left.after = after;
    if (right?.from == null) continue;
    right.before = marks[right.from]?.before ?? "";
    // All in capitals, the reference does not tell where there is one, but its marks do.
    const isFirst = left === undefined || endsSentence(left.word + left.after);
    if (isFirst && !read[right.from]?.hasCase) right.word = withCapital(right.word);
  }
  return result;
};

const startsCue = (read: readonly ReferenceToken[], index: number | null): boolean =>
  index !== null && read[index - 1]?.cue !== read[index]?.cue;
const endsCue = (read: readonly ReferenceToken[], index: number | null): boolean =>
  index !== null && read[index + 1]?.cue !== read[index]?.cue;

/** A line without its full stop, before one that begins with a capital: the recogniser's full stop stays. */
const isUnfinished = (read: readonly ReferenceToken[], left: Written, right: Written | undefined): boolean =>
  endsCue(read, left.to) &&
  endsSentence(left.word + left.after) &&
  (right === undefined || /^\p{Lu}/u.test(right.word) || !/^\p{Ll}/u.test(right.word));

/** The word as its place in a sentence wants it, where the reference has it in another place. */
const inSentence = (word: Written, before: Written | undefined): Written => {
  if (word.from === null) return word;
  const isFirst = before === undefined || endsSentence(before.word + before.after);
  const text = word.original === null ? word.word : withFirstOf(word.word, word.original);
  return { ...word, word: isFirst ? withCapital(text) : text };
};
