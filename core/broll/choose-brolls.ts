import { isGrave } from "../decorate/grave-words.ts";
import { rankedWords } from "../decorate/keywords.ts";
import { type Sentence, sentencesOf } from "../decorate/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type BrollLibrary, type BrollOffer, type BrollWish, firstOffer } from "./broll-library.ts";
import { clipSeconds, freePart, type Stretch, stretchesOf } from "./stretches.ts";

export interface BrollFilm {
  transcript: Transcript;
  language: string | null;
  filmSeconds: number;
  /** Size of the finished picture. */
  frame: BrollWish["frame"];
  /** Part of the film that is to be covered, 0 to 100. */
  percent: number;
}

export interface ChosenBroll {
  startTime: number;
  endTime: number;
  offer: BrollOffer;
}

/** The speaker is seen so long between two clips; where more than half is to be covered, clip may follow clip. */
const gapOf = (percent: number): number => (percent > 50 ? 0 : 1);
/** Libraries over the network are asked about so many stretches at the most. */
const mostWishes = 60;
/** The last clip may fall short of the wanted time by this much. */
const nearEnoughSeconds = 0.5;

/**
 * Clips over about `percent` of a film: each on a stretch of speech that its keyword is said in, spread over the whole
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
  const wordsOf = wishWords(sentences, film.language);
  const open = stretchesOf(sentences, film.filmSeconds);
  const chosen: ChosenBroll[] = [];
  const used = new Set<string>();
  const isFree = (offer: BrollOffer): boolean => !used.has(offer.id);
  for (let wishes = 0; wishes < mostWishes && open.length > 0; wishes++) {
    const left = wanted - chosen.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    if (left < nearEnoughSeconds) break;
    const [stretch] = open.splice(farthest(open, chosen, film.filmSeconds), 1);
    const most = Math.min(clipSeconds.most, Math.max(left, clipSeconds.least + nearEnoughSeconds));
    const part = stretch && freePart(stretch, chosen, gap, most);
    if (!part) continue;
    const words = wordsOf(part);
    if (words.length === 0) continue;
    const wish: BrollWish = {
      words,
      text: part.words.map((word) => word.text).join(" "),
      language: film.language,
      frame: film.frame,
      minSeconds: clipSeconds.least,
    };
    const offer = await firstOffer(libraries, wish, isFree);
    if (!offer) continue;
    const shown = freePart(part, [], 0, Math.min(most, offer.durationSeconds));
    if (!shown) continue;
    used.add(offer.id);
    chosen.push({ startTime: shown.startSeconds, endTime: shown.endSeconds, offer });
  }
  return chosen.sort((a, b) => a.startTime - b.startTime);
};

/** Position of the stretch that lies farthest from all clips and from both ends of the film; of equals the first. */
const farthest = (open: readonly Stretch[], chosen: readonly ChosenBroll[], filmSeconds: number): number => {
  const distance = ({ startSeconds, endSeconds }: Stretch): number => {
    const middle = (startSeconds + endSeconds) / 2;
    const others = chosen.map(({ startTime, endTime }) => Math.abs((startTime + endTime) / 2 - middle));
    return Math.min(middle, filmSeconds - middle, ...others);
  };
  const distances = open.map(distance);
  return distances.indexOf(Math.max(...distances));
};

/** The words of a stretch that a picture can be found by; none where the sentence tells of something grave. */
const wishWords = (sentences: readonly Sentence[], language: string | null) => {
  const rank = rankedWords(sentences, language);
  return ({ words }: Stretch) =>
    isGrave(
      words.map((word) => word.folded),
      language,
    )
      ? []
      : rank(words);
};
