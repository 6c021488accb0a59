import { rankedWords } from "../annotation/keywords.ts";
import { isSensitive } from "../languages/sensitive-words.ts";
import { type Sentence, type SpokenWord, sentencesOf } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import {
  type BrollLibrary,
  type BrollOffer,
  type BrollWish,
  firstOffer,
  type Said,
} from "./broll-library.ts";
import { clipSeconds, freePart, type Stretch, stretchesOf } from "./stretches.ts";

export interface BrollFilm {
  transcript: Transcript;
  language: string | null;
  /** What is heard, on the film's time line, where the transcript is a translation of it. */
  spoken?: { transcript: Transcript; language: string };
  filmSeconds: number;
  /** Size of the finished picture. */
  frame: BrollWish["frame"];
  /** Part of the film that is to be covered, 0 to 100. */
  percent: number;
}

export interface ChosenBroll {
  startSeconds: number;
  endSeconds: number;
  offer: BrollOffer;
}

/** The speaker is seen so long between two clips; where more than half is to be covered, clip may follow clip. */
const gapOf = (percent: number): number => (percent > 50 ? 0 : 1);
/** Libraries over the network are asked about so many stretches at the most. */
const mostWishes = 60;
/** The last clip may fall short of the wanted time by this much. */
const nearEnoughSeconds = 0.5;

/**
 * Clips over about `percent` of a film: each on a stretch of speech that its keyword is said or read in, spread over the whole
 * film, none twice, in order of time. Fewer where the libraries have nothing. The same input gives the same choice.
 *
 * Throws NamedError BrollUnavailable when a library cannot be asked.
 */
export const chooseBrolls = async (
  film: BrollFilm,
  libraries: readonly BrollLibrary[],
): Promise<ChosenBroll[]> => {
  const wanted = (film.filmSeconds * film.percent) / 100;
  const gap = gapOf(film.percent);
  const sentences = sentencesOf(film.transcript, film.language);
  const saidIn = sayings(sentences, film.language);
  const heardIn = hearing(film.spoken);
  const open = stretchesOf(sentences, film.filmSeconds);
  const chosen: ChosenBroll[] = [];
  const used = new Set<string>();
  const isFree = (offer: BrollOffer): boolean => !used.has(offer.id);
  for (let wishes = 0; wishes < mostWishes && open.length > 0; wishes++) {
    const left =
      wanted - chosen.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
    if (left < nearEnoughSeconds) break;
    const [stretch] = open.splice(farthest(open, chosen, film.filmSeconds), 1);
    const most = Math.min(clipSeconds.most, Math.max(left, clipSeconds.least + nearEnoughSeconds));
    const part = stretch && freePart(stretch, chosen, gap, most);
    if (!part) continue;
    const said = saidIn(part.words);
    const heard = heardIn(part);
    if (said === null || heard === null || said.words.length + (heard?.words.length ?? 0) === 0) continue;
    const wish: BrollWish = {
      ...said,
      ...(heard ? { spoken: heard } : {}),
      frame: film.frame,
      minSeconds: clipSeconds.least,
    };
    const offer = await firstOffer(libraries, wish, isFree);
    if (!offer) continue;
    const shown = freePart(part, [], 0, Math.min(most, offer.durationSeconds));
    if (!shown) continue;
    used.add(offer.id);
    chosen.push({ startSeconds: shown.startSeconds, endSeconds: shown.endSeconds, offer });
  }
  return chosen.sort((a, b) => a.startSeconds - b.startSeconds);
};

/** Position of the stretch that lies farthest from all clips and from both ends of the film; of equals the first. */
const farthest = (open: readonly Stretch[], chosen: readonly ChosenBroll[], filmSeconds: number): number => {
  const distance = ({ startSeconds, endSeconds }: Stretch): number => {
    const middle = (startSeconds + endSeconds) / 2;
    const others = chosen.map(({ startSeconds, endSeconds }) =>
      Math.abs((startSeconds + endSeconds) / 2 - middle),
    );
    return Math.min(middle, filmSeconds - middle, ...others);
  };
  const distances = open.map(distance);
  return distances.indexOf(Math.max(...distances));
};

/** What some words tell, to find a picture by; null where they tell of something grave. */
const sayings = (
  sentences: readonly Sentence[],
  language: string | null,
): ((words: readonly SpokenWord[]) => Said | null) => {
  const rank = rankedWords(sentences, language);
  return (words) =>
    isSensitive(
      words.map((word) => word.folded),
      language,
    )
      ? null
      : { words: rank(words), text: words.map((word) => word.text).join(" "), language };
};

/** What is heard during a stretch; undefined in a film whose captions say it. */
const hearing = (spoken: BrollFilm["spoken"]): ((stretch: Stretch) => Said | null | undefined) => {
  if (spoken === undefined) return () => undefined;
  const sentences = sentencesOf(spoken.transcript, spoken.language);
  const words = sentences.flat();
  const saidIn = sayings(sentences, spoken.language);
  return ({ startSeconds, endSeconds }) =>
    saidIn(words.filter((word) => word.startSeconds < endSeconds && word.endSeconds > startSeconds));
};
