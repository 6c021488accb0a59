import { rankContentWords } from "../annotation/keywords.ts";
import { isSensitive } from "../languages/sensitive-words.ts";
import type { TimeSpan } from "../time/time-span.ts";
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

/** The video to choose b-rolls for. Times are those of the output video. */
export interface BrollChoiceInput {
  transcript: Transcript;
  language: string | null;
  /** The spoken words, where the transcript is a translation of them. */
  originalSpeech?: { transcript: Transcript; language: string };
  durationSeconds: number;
  /** Size of the output video. */
  frame: BrollQuery["frame"];
  /** Share of the video to cover, 0 to 100. */
  percent: number;
}

/** A clip and the time at which it is shown. */
export interface ChosenBroll extends TimeSpan {
  candidate: BrollCandidate;
}

/** The speaker is visible between two clips, unless more than half of the video is to be covered. */
const minGapSeconds = (percent: number): number => (percent > 50 ? 0 : 1);
/** Limits the requests to libraries. */
const maxSlots = 60;
/** The covered time may be shorter than requested by this much. */
const toleranceSeconds = 0.5;

/**
 * Chooses clips for about `percent` of a video: each is shown while its keyword is spoken or captioned. Clips are
 * distributed over the video, in order of time, without repetitions. Returns fewer when the libraries have no more.
 * Deterministic for the same input and library results.
 *
 * @throws NamedError BrollUnavailable when a library is unavailable
 */
export const chooseBrolls = async (
  video: BrollChoiceInput,
  libraries: readonly BrollLibrary[],
): Promise<ChosenBroll[]> => {
  const desiredSeconds = (video.durationSeconds * video.percent) / 100;
  const gapSeconds = minGapSeconds(video.percent);
  const sentences = sentencesOf(video.transcript, video.language);
  const queryFor = createQuery(video, sentences);
  const slots = brollSlots(sentences, video.durationSeconds);
  const chosen: ChosenBroll[] = [];
  const used = new Set<string>();
  for (let count = 0; count < maxSlots && slots.length > 0; count++) {
    const missingSeconds = desiredSeconds - totalSeconds(chosen);
    if (missingSeconds < toleranceSeconds) break;
    const [slot] = slots.splice(farthestSlot(slots, chosen, video.durationSeconds), 1);
    const maxSeconds = Math.min(
      brollSeconds.max,
      Math.max(missingSeconds, brollSeconds.min + toleranceSeconds),
    );
    const part = slot && freePartOf(slot, chosen, gapSeconds, maxSeconds);
    const query = part ? queryFor(part) : null;
    if (!part || query === null) continue;
    const candidate = await findFirst(libraries, query, ({ id }) => !used.has(id));
    if (!candidate) continue;
    const shown = freePartOf(part, [], 0, Math.min(maxSeconds, candidate.durationSeconds));
    if (!shown) continue;
    used.add(candidate.id);
    chosen.push({ startSeconds: shown.startSeconds, endSeconds: shown.endSeconds, candidate });
  }
  return chosen.sort((a, b) => a.startSeconds - b.startSeconds);
};

const totalSeconds = (spans: readonly TimeSpan[]): number =>
  spans.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);

/** Index of the slot that is farthest from all clips and from both ends of the video; of equals the first. */
const farthestSlot = (
  slots: readonly BrollSlot[],
  chosen: readonly ChosenBroll[],
  durationSeconds: number,
): number => {
  const middleOf = ({ startSeconds, endSeconds }: TimeSpan): number => (startSeconds + endSeconds) / 2;
  const distances = slots.map((slot) => {
    const middle = middleOf(slot);
    const toClips = chosen.map((broll) => Math.abs(middleOf(broll) - middle));
    return Math.min(middle, durationSeconds - middle, ...toClips);
  });
  return distances.indexOf(Math.max(...distances));
};

/** Creates a function for the query of a slot; null for slots with sensitive speech or without content words. */
const createQuery = (
  video: BrollChoiceInput,
  sentences: readonly Sentence[],
): ((slot: BrollSlot) => BrollQuery | null) => {
  const captionTextOf = createTextOf(sentences, video.language);
  const originalTextAt = video.originalSpeech && createOriginalTextAt(video.originalSpeech);
  return (slot) => {
    const captions = captionTextOf(slot.words);
    const original = originalTextAt?.(slot);
    if (captions === null || original === null) return null;
    if (captions.words.length + (original?.words.length ?? 0) === 0) return null;
    return {
      ...captions,
      ...(original ? { originalSpeech: original } : {}),
      frame: video.frame,
      minSeconds: brollSeconds.min,
    };
  };
};

/** Creates a function for the searchable text of some words; null for sensitive speech. */
const createTextOf = (
  sentences: readonly Sentence[],
  language: string | null,
): ((words: readonly SpokenWord[]) => SpokenText | null) => {
  const rank = rankContentWords(sentences, language);
  return (words) => {
    const normalized = words.map((word) => word.normalized);
    if (isSensitive(normalized, language)) return null;
    return { words: rank(words), text: words.map((word) => word.text).join(" "), language };
  };
};

/** Creates a function for the original speech during a slot; null for sensitive speech. */
const createOriginalTextAt = ({
  transcript,
  language,
}: NonNullable<BrollChoiceInput["originalSpeech"]>): ((slot: TimeSpan) => SpokenText | null) => {
  const sentences = sentencesOf(transcript, language);
  const words = sentences.flat();
  const textOf = createTextOf(sentences, language);
  return ({ startSeconds, endSeconds }) =>
    textOf(words.filter((word) => word.startSeconds < endSeconds && word.endSeconds > startSeconds));
};
