import { keyOf, type Match, needsAll } from "./align-words.ts";
import { createLikeness } from "./likeness.ts";
import type { Token } from "./reference-cues.ts";

/** From here on two words are one, written in two ways. */
const sameLikeness = 0.75;
/** Likeness at which a word is taken from the reference though nothing beside it agrees, or only one side. */
const aloneLikeness = 0.65;
const besideLikeness = 0.55;
/** The same between two words that agree, times how sure the recogniser was. */
const betweenLikeness = 0.45;
/** Of words and numbers that were cut in different places. */
const cutLikeness = 0.4;
const maxCutWords = 4;
const maxCharacters = 8;
/** No word goes on over a pause like this. */
const pauseSeconds = 0.5;
/** How many matches on either side decide whether the reference says what is heard here, and what share must agree. */
const around = 10;
const trust = 0.5;
/** The same of all that is heard, or of all that the reference says if that is less: another text has words in common, too. */
const trustInAll = 0.35;

/** A word is trusted by itself from here on ("they" is no "the"). */
const nearlySame = 0.9;
/** So many words around a place that agree without a gap are no chance, whatever the reference has beyond them. */
const surelySameRun = 6;

/** What is heard and not written says little against what is written: a reference may have parts of a text only. */
const unwrittenWeight = 0.2;

const isSame = (match: Match | undefined): boolean => (match?.likeness ?? 0) >= sameLikeness;
const countOf = (match: Match): { heard: number; read: number } => ({
  heard: match.heardTo - match.heardFrom,
  read: match.readTo - match.readFrom,
});

/**
 * The matches by which the recognition is corrected: those where the reference plainly says what is heard, and between
 * them those that are like enough. Words in another language, or another text, have none. Each range of a kept match
 * holds at least one word.
 *
 * @param confidenceOf of a heard word, 0 to 1.
 */
export const trustedMatches = (
  matches: readonly Match[],
  heard: readonly Token[],
  read: readonly Token[],
  { confidenceOf, isUnspaced }: { confidenceOf: (index: number) => number; isUnspaced: boolean },
): Match[] => {
  const weights = matches.map(
    (match) => weightOf(match, heard, read) * (countOf(match).read === 0 ? unwrittenWeight : 1),
  );
  const good = runningSums(matches.map((match, index) => (isSame(match) ? (weights[index] ?? 0) : 0)));
  const all = runningSums(weights);
  const isTrusted = (from: number, to: number): boolean => {
    const [low, high] = [Math.max(0, from - around), Math.min(matches.length, to + around)];
    return sum(good, low, high) >= trust * sum(all, low, high) || isAmidRun(matches, from, to);
  };
  if (sum(good, 0, matches.length) < trustInAll * Math.min(allOf(heard), allOf(read))) return [];
  const likeness = createLikeness();
  const kept: Match[] = [];
  for (let at = 0; at < matches.length; ) {
    const match = matches[at];
    if (match !== undefined && isSame(match)) {
      const isSupported =
        match.likeness >= nearlySame ||
        matches.length === 1 ||
        isSame(matches[at - 1]) ||
        isSame(matches[at + 1]);
      if (isSupported && isTrusted(at, at + 1)) kept.push(match);
      at += 1;
      continue;
    }
    let end = at;
    while (end < matches.length && !isSame(matches[end])) end += 1;
    if (isTrusted(at, end)) {
      const block = matches.slice(at, end);
      const edges = {
        left: at === 0 || isSame(matches[at - 1]),
        right: end === matches.length || isSame(matches[end]),
      };
      kept.push(...(isUnspaced ? ofCharacters(block, edges) : ofWords(block, edges)));
    }
    at = end;
  }
  return kept;

  function ofWords(block: readonly Match[], { left, right }: Edges): Match[] {
    const sides = Number(left) + Number(right);
    const whole = together(block);
    const { heard: heardCount, read: readCount } = countOf(whole);
    const paired = block.filter((match) => countOf(match).heard > 0 && countOf(match).read > 0);
    if (heardCount === 0 || readCount === 0) return [];
    const alike = likeness(
      keyOf(heard, whole.heardFrom, whole.heardTo),
      keyOf(read, whole.readFrom, whole.readTo),
    );
    const needed = neededLikeness(sides, Math.min(...confidences(whole)));
    if (Math.max(heardCount, readCount) <= maxCutWords) {
      if (heardCount === readCount && alike >= needed) return oneByOne(whole);
      const isCut = alike >= Math.max(needed, cutLikeness) && !hasPause(whole);
      if (heardCount !== readCount && isCut && needsAll(heard, read, whole, likeness))
        return [{ ...whole, likeness: alike }];
    }
    // Where words are left over, only those at its edges are beside words that agree.
    const isEven = paired.length === block.length;
    return paired.filter((match) => {
      const own = isEven
        ? sides
        : Number(left && match === block[0]) + Number(right && match === block.at(-1));
      return match.likeness >= neededLikeness(own, Math.min(...confidences(match)));
    });
  }

  function ofCharacters(block: readonly Match[], { left, right }: Edges): Match[] {
    const whole = together(block);
    const { heard: heardCount, read: readCount } = countOf(whole);
    if (!left || !right || heardCount === 0 || readCount === 0) return [];
    const isShort = Math.max(heardCount, readCount) <= maxCharacters;
    const isLike = Math.max(heardCount, readCount) <= 2 * Math.min(heardCount, readCount);
    return isShort && isLike && !hasPause(whole) ? [whole] : [];
  }

  function confidences({ heardFrom, heardTo }: Match): number[] {
    return Array.from({ length: heardTo - heardFrom }, (_, index) => confidenceOf(heardFrom + index));
  }

  function hasPause({ heardFrom, heardTo }: Match): boolean {
    return heard
      .slice(heardFrom + 1, heardTo)
      .some(
        ({ startSeconds }, index) =>
          startSeconds - (heard[heardFrom + index]?.endSeconds ?? 0) > pauseSeconds,
      );
  }
};

/** Whether words on both sides agree in a long run. */
const isAmidRun = (matches: readonly Match[], from: number, to: number): boolean => {
  let [low, high] = [from, to];
  while (isSame(matches[low - 1])) low -= 1;
  while (isSame(matches[high])) high += 1;
  const isInside = isSame(matches[from]) || (low < from && high > to);
  return isInside && high - low - (to - from) >= surelySameRun;
};

/** Whether words that agree, or nothing at all, stand on either side. */
interface Edges {
  left: boolean;
  right: boolean;
}

const neededLikeness = (sides: number, confidence: number): number => {
  if (sides === 2) return betweenLikeness * confidence;
  return sides === 1 ? besideLikeness : aloneLikeness;
};

const together = (block: readonly Match[]): Match => ({
  heardFrom: block[0]?.heardFrom ?? 0,
  heardTo: block.at(-1)?.heardTo ?? 0,
  readFrom: block[0]?.readFrom ?? 0,
  readTo: block.at(-1)?.readTo ?? 0,
  likeness: 0,
});

const oneByOne = ({ heardFrom, heardTo, readFrom }: Match): Match[] =>
  Array.from({ length: heardTo - heardFrom }, (_, index) => ({
    heardFrom: heardFrom + index,
    heardTo: heardFrom + index + 1,
    readFrom: readFrom + index,
    readTo: readFrom + index + 1,
    likeness: 0,
  }));

/** Long words tell more than short ones, which many texts share. */
const weightOfLetters = (letters: number): number => Math.min(1, letters / 5);
const allOf = (tokens: readonly Token[]): number =>
  tokens.reduce((total, { key }) => total + weightOfLetters(key.length), 0);
const weightOf = (
  { heardFrom, heardTo, readFrom, readTo }: Match,
  heard: readonly Token[],
  read: readonly Token[],
): number =>
  weightOfLetters(Math.max(keyOf(heard, heardFrom, heardTo).length, keyOf(read, readFrom, readTo).length));

const runningSums = (values: readonly number[]): number[] => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
};
const sum = (sums: readonly number[], from: number, to: number): number =>
  (sums[to] ?? 0) - (sums[from] ?? 0);
