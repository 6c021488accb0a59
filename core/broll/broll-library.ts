import type { SpokenWord } from "../transcript/sentences.ts";
import type { MediaInfo } from "../videos/media-info.ts";

/** Speech in one language, to search clips by. */
export interface SpokenText {
  /** Content words, most significant first. */
  words: readonly SpokenWord[];
  /** The whole text. */
  text: string;
  language: string | null;
}

/** A search for clips: the captions of a slot, and requirements for the clip. */
export interface BrollQuery extends SpokenText {
  /** The spoken words, where the captions are a translation. */
  originalSpeech?: SpokenText;
  frame: { width: number; height: number };
  /** Minimum duration of a clip. */
  minSeconds: number;
}

/** Credit that the library requires. */
export interface BrollAttribution {
  source: string;
  author: string;
  authorUrl: string;
  pageUrl: string;
}

/** A clip that a library found. */
export interface BrollCandidate {
  /** Stable ID of the clip. */
  id: string;
  url: string;
  durationSeconds: number;
  /** The word that it matches. */
  keyword: string;
  /** Its object in the bucket; absent: it must be downloaded from `url`. */
  stored?: { key: string; media: MediaInfo };
  attribution?: BrollAttribution;
}

/** A source of clips. */
export interface BrollLibrary {
  /** Finds matching clips, best first. Throws NamedError BrollUnavailable. */
  find(query: BrollQuery): Promise<readonly BrollCandidate[]>;
}

/** Returns the first clip that `isAccepted` accepts, from the first library that has one; null for none. */
export const findFirst = async (
  libraries: readonly BrollLibrary[],
  query: BrollQuery,
  isAccepted: (candidate: BrollCandidate) => boolean,
): Promise<BrollCandidate | null> => {
  for (const library of libraries) {
    const found = (await library.find(query)).find(
      (candidate) => candidate.durationSeconds >= query.minSeconds && isAccepted(candidate),
    );
    if (found) return found;
  }
  return null;
};
