import { canEndSentenceIn } from "../../languages/sentence-rules.ts";
import { isUnspacedLanguage } from "../../languages/writing.ts";
import { foldText } from "../../text/similarity.ts";
import { joinFragments } from "../compose.ts";
import type { Recognition } from "../recognition.ts";
import { type SplitPunctuation, splitPunctuation } from "../split-punctuation.ts";
import { type AlignedSpan, alignWords } from "./align-words.ts";
import { capitalize, matchCase, matchFirstLetter } from "./match-case.ts";
import { type RecognizedToken, recognizedCharacters } from "./recognized-tokens.ts";
import { type Reference, type ReferenceToken, referenceTokens } from "./reference-tokens.ts";
import { reliableSpans } from "./reliable-spans.ts";

type Word = Recognition["words"][number];

/** A word of the result. `referenceIndex` is the reference's token that it takes its spelling from, null for none. */
interface CorrectedWord extends SplitPunctuation {
  timed: Omit<Word, "text">;
  /** The recognized spelling, when the reference's differs in case or accents only. */
  original: string | null;
  referenceIndex: number | null;
}

/** Whether a word, with its punctuation, can be the last one of a sentence. */
type SentenceEndTest = (word: CorrectedWord) => boolean;

/** A reference with fewer punctuation marks than this is taken to have none; the recognizer's punctuation is kept. */
const maxWordsPerMark = 40;

/**
 * Applies a reference's spelling, case and punctuation to a recognition. Times are kept. No word is dropped, and words
 * of the reference that were not recognized are not added. Two words can become one, or one two, when they sound the
 * same. A reference with a different text changes nothing.
 *
 * @returns the recognition, and the indices of the words that the reference confirms
 */
export const correctByReference = (
  recognition: Recognition,
  reference: Reference,
): { recognition: Recognition; confirmed: ReadonlySet<number> } => {
  const unchanged = { recognition, confirmed: new Set<number>() };
  if (reference.length === 0) return unchanged;
  const isUnspaced = isUnspacedLanguage(recognition.language);
  const recognized = recognizedTokens(recognition, isUnspaced);
  const expected = referenceTokens(reference, recognition.language);
  const alignment = alignWords(recognized, expected, { allowMerges: !isUnspaced });
  if (alignment === null) return unchanged;
  const spans = reliableSpans(alignment, recognized, expected, {
    confidenceOf: (index) => recognized[index]?.confidence ?? 1,
    isUnspaced,
  });
  if (spans.length === 0) return unchanged;
  const corrected = applyPunctuation(
    correctedWords(recognized, expected, spans, isUnspaced),
    expected,
    (word) => canEndSentenceIn(word.word + word.after, recognition.language),
  );
  const words = corrected.flatMap((word) => (isUnspaced ? separateMarks(word) : [attachMarks(word)]));
  const confirmed = corrected.flatMap(({ referenceIndex }, index) =>
    referenceIndex === null ? [] : [index],
  );
  return { recognition: { ...recognition, words }, confirmed: new Set(isUnspaced ? [] : confirmed) };
};

const attachMarks = ({ before, word, after, timed }: CorrectedWord): Word => ({
  ...timed,
  text: before + word + after,
});

/** Marks as words of zero duration: in unspaced text they take no time from their character. */
const separateMarks = ({ before, word, after, timed }: CorrectedWord): Word[] => {
  const mark = (text: string, seconds: number): Word[] =>
    text === "" ? [] : [{ ...timed, text, spaceBefore: false, startSeconds: seconds, endSeconds: seconds }];
  return [
    ...mark(before, timed.startSeconds),
    ...(word === "" ? [] : [{ ...timed, text: word }]),
    ...mark(after, timed.endSeconds),
  ];
};

const recognizedTokens = (recognition: Recognition, isUnspaced: boolean): RecognizedToken[] =>
  isUnspaced
    ? recognizedCharacters(recognition)
    : joinFragments(recognition).map((word) => ({ ...word, spaceBefore: true, key: foldText(word.text) }));

const correctedWords = (
  recognized: readonly RecognizedToken[],
  reference: readonly ReferenceToken[],
  spans: readonly AlignedSpan[],
  isUnspaced: boolean,
): CorrectedWord[] => {
  const unchanged = (from: number, to: number): CorrectedWord[] =>
    recognized.slice(from, to).map(({ text, key: _, ...timed }) => ({
      ...splitPunctuation(text),
      timed,
      original: null,
      referenceIndex: null,
    }));
  const result: CorrectedWord[] = [];
  let done = 0;
  for (const span of spans) {
    result.push(
      ...unchanged(done, span.recognizedFrom),
      ...applyReference(
        recognized.slice(span.recognizedFrom, span.recognizedTo),
        reference.slice(span.referenceFrom, span.referenceTo),
        span.referenceFrom,
        isUnspaced,
      ),
    );
    done = span.recognizedTo;
  }
  result.push(...unchanged(done, recognized.length));
  return result;
};

/** The reference's words with the recognized times. Where the counts differ, the time is shared in proportion to length. */
const applyReference = (
  recognized: readonly RecognizedToken[],
  reference: readonly ReferenceToken[],
  referenceFrom: number,
  isUnspaced: boolean,
): CorrectedWord[] => {
  const [first, last] = [recognized[0], recognized.at(-1)];
  if (first === undefined || last === undefined) return [];
  const startSeconds = first.startSeconds;
  const durationSeconds = Math.max(last.endSeconds - startSeconds, 0);
  const letters = reference.reduce((sum, { key }) => sum + key.length, 0);
  const confidence = Math.min(...recognized.map((word) => word.confidence));
  const whole = splitPunctuation(recognized.map(({ text }) => text).join(""));
  let done = 0;
  return reference.map((token, index): CorrectedWord => {
    const from = startSeconds + (durationSeconds * done) / letters;
    done += token.key.length;
    const own = reference.length === recognized.length ? recognized[index] : undefined;
    const { word } = splitPunctuation(token.text);
    const marks = own ? splitPunctuation(own.text) : whole;
    return {
      before: index === 0 || own ? marks.before : "",
      word: token.hasCase ? word : matchCase(word, own ? marks.word : whole.word, index),
      after: index === reference.length - 1 || own ? marks.after : "",
      timed: {
        spaceBefore: isUnspaced ? (index === 0 ? first.spaceBefore : token.spaceBefore) : true,
        startSeconds: own?.startSeconds ?? from,
        endSeconds: own?.endSeconds ?? startSeconds + (durationSeconds * done) / letters,
        confidence: own?.confidence ?? confidence,
      },
      original: own && own.key === token.key ? marks.word : null,
      referenceIndex: referenceFrom + index,
    };
  });
};

/**
 * Takes punctuation and sentence capitals from the reference wherever two neighboring words are also neighbors there;
 * capitals only, if the reference has no punctuation.
 */
const applyPunctuation = (
  words: readonly CorrectedWord[],
  reference: readonly ReferenceToken[],
  endsSentence: SentenceEndTest,
): CorrectedWord[] => {
  const marks = reference.map(({ text }) => splitPunctuation(text));
  const isPunctuated = marks.filter(({ after }) => after !== "").length * maxWordsPerMark >= reference.length;
  const result = words.map((word) => ({ ...word }));
  for (let gap = 0; gap <= result.length; gap += 1) {
    const [left, right] = [result[gap - 1], result[gap]];
    if (!areNeighbors(left, right, reference)) {
      if (right && right.referenceIndex !== null)
        result[gap] = fitSentencePosition(right, left, endsSentence);
      continue;
    }
    if (!isPunctuated) {
      if (left && right && right.referenceIndex !== null && endsSentence(left))
        right.word = capitalize(right.word);
      continue;
    }
    const after =
      left === undefined || left.referenceIndex === null ? "" : (marks[left.referenceIndex]?.after ?? "");
    if (left && !(after === "" && lacksFullStop(reference, left, right, endsSentence))) left.after = after;
    if (!right || right.referenceIndex === null) continue;
    right.before = marks[right.referenceIndex]?.before ?? "";
    // A reference in capitals shows no sentence starts by case, but its punctuation does.
    const isSentenceStart = left === undefined || endsSentence(left);
    if (isSentenceStart && !reference[right.referenceIndex]?.hasCase) right.word = capitalize(right.word);
  }
  return result;
};

/** Whether the reference has two words side by side. The edges of the text count as neighbors of a cue's edges. */
const areNeighbors = (
  left: CorrectedWord | undefined,
  right: CorrectedWord | undefined,
  reference: readonly ReferenceToken[],
): boolean => {
  if (left === undefined) return startsCue(reference, right?.referenceIndex ?? null);
  if (right === undefined) return endsCue(reference, left.referenceIndex);
  return left.referenceIndex !== null && right.referenceIndex === left.referenceIndex + 1;
};

const startsCue = (reference: readonly ReferenceToken[], index: number | null): boolean =>
  index !== null && reference[index - 1]?.cue !== reference[index]?.cue;
const endsCue = (reference: readonly ReferenceToken[], index: number | null): boolean =>
  index !== null && reference[index + 1]?.cue !== reference[index]?.cue;

/** Whether a cue without a full stop precedes one that starts with a capital: the recognizer's full stop is kept then. */
const lacksFullStop = (
  reference: readonly ReferenceToken[],
  left: CorrectedWord,
  right: CorrectedWord | undefined,
  endsSentence: SentenceEndTest,
): boolean =>
  endsCue(reference, left.referenceIndex) &&
  endsSentence(left) &&
  (right === undefined || /^\p{Lu}/u.test(right.word) || !/^\p{Ll}/u.test(right.word));

/** Adjusts the first letter's case to the word's position, which differs from its position in the reference. */
const fitSentencePosition = (
  word: CorrectedWord,
  before: CorrectedWord | undefined,
  endsSentence: SentenceEndTest,
): CorrectedWord => {
  const isSentenceStart = before === undefined || endsSentence(before);
  const text = word.original === null ? word.word : matchFirstLetter(word.word, word.original);
  return { ...word, word: isSentenceStart ? capitalize(text) : text };
};
