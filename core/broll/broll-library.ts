import type { SpokenWord } from "../transcript/sentences.ts";
import type { MediaInfo } from "../videos/media-info.ts";

/** What is said in a stretch of a film, in one language. */
export interface SpokenText {
  /** Its telling words, the most telling first. */
  words: readonly SpokenWord[];
  /** All of it, as written. */
  text: string;
  language: string | null;
}

/** What a stretch of speech is about, in the captions' language, and what a clip for it should look like. */
export interface BrollQuery extends SpokenText {
  /** What is heard meanwhile, where the captions are translated from it. */
  spoken?: SpokenText;
  frame: { width: number; height: number };
  /** Shorter clips are of no use. */
  minSeconds: number;
}

/** Whom a picture is owed to, as its library asks it to be named. */
export interface BrollAttribution {
  source: string;
  author: string;
  authorUrl: string;
  pageUrl: string;
}

/** A clip that a library has for a wish. */
export interface BrollCandidate {
  /** The same clip has the same id whenever it is offered. */
  id: string;
  url: string;
  durationSeconds: number;
  /** The word that it was found by. */
  keyword: string;
  /** Where it lies in the bucket already; absent: it has to be fetched from `url`. */
  stored?: { key: string; media: MediaInfo };
  attribution?: BrollAttribution;
}

/** A source of clips. */
export interface BrollLibrary {
  /** What suits the wish, best first; empty when nothing does. Throws NamedError BrollUnavailable. */
  find(wish: BrollQuery): Promise<readonly BrollCandidate[]>;
}

/** Asks one library after the other until one has something that `isFree` takes. */
export const findFirst = async (
  libraries: readonly BrollLibrary[],
  wish: BrollQuery,
  isFree: (offer: BrollCandidate) => boolean,
): Promise<BrollCandidate | null> => {
  for (const library of libraries) {
    const found = (await library.find(wish)).find(
      (offer) => offer.durationSeconds >= wish.minSeconds && isFree(offer),
    );
    if (found) return found;
  }
  return null;
};
