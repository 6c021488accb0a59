import type { ProbeStream } from "./probe-document.ts";

/** What decoding a track shows of its content (adapters/media/audio-analysis.ts). */
export interface AudioContent {
  streamIndex: number;
  isSilent: boolean;
  hasSpeech: boolean;
  /** Earlier tracks whose content this one repeats, or of whose program it is another version (audio-levels.ts). */
  alternativeTo: readonly number[];
  /** Other tracks of which this one is a copy. */
  copies: readonly number[];
}

/** Disposition flags of tracks that are alternatives to the main audio and never play along with it. */
const alternatives = [
  "dub",
  "comment",
  "lyrics",
  "karaoke",
  "hearing_impaired",
  "visual_impaired",
  "clean_effects",
  "descriptions",
];

const isAlternative = ({ disposition }: ProbeStream): boolean =>
  alternatives.some((flag) => (disposition?.[flag] ?? 0) > 0);

/** ISO 639-2 code; `und` and an absent tag are null. */
const languageOf = ({ tags }: ProbeStream): string | null => {
  const code = tags?.language?.toLowerCase() ?? "und";
  return code === "und" || code === "" ? null : code;
};

/** Whether two tracks can be parts of one recording; dubbed versions differ in language. */
const belongTogether = (one: ProbeStream, other: ProbeStream): boolean => {
  const [a, b] = [languageOf(one), languageOf(other)];
  return a === null || b === null || a === b;
};

/**
 * Chooses the tracks that are transcribed and delivered: the default track, and with it all others that contain speech.
 * A silent default track gives way to those that contain speech, and without any to the first that is audible. Dubbed
 * and other versions, commentaries and repeated content are left out.
 *
 * @param streams that can be decoded, the default one first
 * @param contents of the same streams; empty when there is only one
 * @returns one or more, the main one first; empty when `streams` is
 */
export const chooseAudio = (
  streams: readonly ProbeStream[],
  contents: readonly AudioContent[],
): ProbeStream[] => {
  const [preferred] = streams;
  if (!preferred || contents.length === 0) return streams.slice(0, 1);
  const contentOf = ({ index }: ProbeStream): AudioContent | undefined =>
    contents.find(({ streamIndex }) => streamIndex === index);
  const speaks = (stream: ProbeStream): boolean => contentOf(stream)?.hasSpeech ?? false;
  const isSilent = (stream: ProbeStream): boolean => contentOf(stream)?.isSilent ?? false;
  const main = isSilent(preferred)
    ? (streams.find((stream) => speaks(stream) && !isAlternative(stream)) ??
      streams.find((stream) => !isSilent(stream)) ??
      preferred)
    : preferred;
  const chosen = [main];
  for (const stream of streams) {
    const isNew = chosen.every(({ index }) => !contentOf(stream)?.alternativeTo.includes(index));
    const joins =
      stream !== main && speaks(stream) && !isAlternative(stream) && belongTogether(stream, main) && isNew;
    if (joins) chosen.push(stream);
  }
  return chosen;
};

/**
 * Returns whether leaving out a track loses content: it is not silent, and no copy of a track that is used. True without an
 * analysis of its content.
 */
export const isContentLost = (
  { index }: ProbeStream,
  used: readonly ProbeStream[],
  contents: readonly AudioContent[],
): boolean => {
  const content = contents.find(({ streamIndex }) => streamIndex === index);
  return !content?.isSilent && !used.some((stream) => content?.copies.includes(stream.index));
};
