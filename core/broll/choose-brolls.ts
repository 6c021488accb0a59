import { rankContentWords } from "../annotation/keywords.ts";
import { isSensitive } from "../languages/sensitive-words.ts";
import { type Sentence, type SpokenWord, sentencesOf } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import {
  type BrollCandidate,
  type BrollLibrary,
  type BrollQuery,
  findFirst,
  type SpokenText,
} from "./broll-library.ts";
import { type BrollSlot, brollSeconds, brollSlots, freePartOf } from "./broll-slots.ts";

export interface BrollChoiceInput {
  transcript: Transcript;
  language: string | null;
  /** What is heard, on the film's time line, where the transcript is a translation of it. */
  spoken?: { transcript: Transcript; language: string };
  filmSeconds: number;
  /** Size of the finished picture. */
  frame: BrollQuery["frame"];
  /** Part of the film that is to be covered, 0 to 100. */
  percent: number;
}

export interface ChosenBroll {
  startSeconds: number;
  endSeconds: number;
  offer: BrollCandidate;
}

/** The speaker is seen so long between two clips; where more than half is to be covered, clip may follow clip. */
const gapOf = (percent: number): number => (percent > 50 ? 0 : 1);
/** Libraries over the network are asked about so many stretches at the most. */
const maxQueries = 60;
/** The last clip may fall short of the wanted time by this much. */
const toleranceSeconds = 0.5;

/**
 * Clips over about `percent` of a film: each on a stretch of speech that its keyword is said or read in, spread over the whole
 * film, none twice, in order of time. Fewer where the libraries have nothing. The same input gives the same choice.
 *
 * Throws NamedError BrollUnavailable when a library cannot be asked.
 */
export const chooseBrolls = async (
  film: BrollChoiceInput,
  libraries: readonly BrollLibrary[],
): Promise<ChosenBroll[]> => {
  const wanted = (film.filmSeconds * film.percent) / 100;
  const gap = gapOf(film.percent);
  const sentences = sentencesOf(film.transcript, film.language);
  const saidIn = createSpokenText(sentences, film.language);
  const heardIn = createOriginalSpeech(film.spoken);
  const open = brollSlots(sentences, film.filmSeconds);
  const chosen: ChosenBroll[] = [];
  const used = new Set<string>();
  const isFree = (offer: BrollCandidate): boolean => !used.has(offer.id);
  for (let wishes = 0; wishes < maxQueries && open.length > 0; wishes++) {
    const left =
      wanted - chosen.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
    if (left < toleranceSeconds) break;
    const [stretch] = open.splice(farthestSlot(open, chosen, film.filmSeconds), 1);
    const most = Math.min(brollSeconds.most, Math.max(left, brollSeconds.least + toleranceSeconds));
    const part = stretch && freePartOf(stretch, chosen, gap, most);
    if (!part) continue;
    const said = saidIn(part.words);
    const heard = heardIn(part);
    if (said === null || heard === null || said.words.length + (heard?.words.length ?? 0) === 0) continue;
    const wish: BrollQuery = {
      ...said,
      ...(heard ? { spoken: heard } : {}),
      frame: film.frame,
      minSeconds: brollSeconds.least,
    };
    const offer = await findFirst(libraries, wish, isFree);
    if (!offer) continue;
    const shown = freePartOf(part, [], 0, Math.min(most, offer.durationSeconds));
    if (!shown) continue;
    used.add(offer.id);
    chosen.push({ startSeconds: shown.startSeconds, endSeconds: shown.endSeconds, offer });
  }
  return chosen.sort((a, b) => a.startSeconds - b.startSeconds);
};

/** Position of the stretch that lies farthest from all clips and from both ends of the film; of equals the first. */
const farthestSlot = (
  open: readonly BrollSlot[],
  chosen: readonly ChosenBroll[],
  filmSeconds: number,
): number => {
  const distance = ({ startSeconds, endSeconds }: BrollSlot): number => {
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
const createSpokenText = (
  sentences: readonly Sentence[],
  language: string | null,
): ((words: readonly SpokenWord[]) => SpokenText | null) => {
  const rank = rankContentWords(sentences, language);
  return (words) =>
    isSensitive(
      words.map((word) => word.normalized),
      language,
    )
      ? null
      : { words: rank(words), text: words.map((word) => word.text).join(" "), language };
};

/** What is heard during a stretch; undefined in a film whose captions say it. */
const createOriginalSpeech = (
  spoken: BrollChoiceInput["spoken"],
): ((stretch: BrollSlot) => SpokenText | null | undefined) => {
  if (spoken === undefined) return () => undefined;
  const sentences = sentencesOf(spoken.transcript, spoken.language);
  const words = sentences.flat();
  const saidIn = createSpokenText(sentences, spoken.language);
  return ({ startSeconds, endSeconds }) =>
    saidIn(words.filter((word) => word.startSeconds < endSeconds && word.endSeconds > startSeconds));
};
