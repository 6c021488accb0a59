import * as z from "zod";
import type { TimeSpan } from "../../core/time/time-span.ts";
import { type ByteSource, parseBox, type Track, topLevelBoxes } from "./isobmff.ts";
import { compositionTimes } from "./isobmff-edits.ts";
import { type CompactSampleSizes, samplesOf } from "./isobmff-samples.ts";

export const byteRangesSchema = z.array(
  z.object({ offset: z.number().int().nonnegative(), sizeBytes: z.number().int().positive() }),
);
export type ByteRanges = z.infer<typeof byteRangesSchema>;

/** Samples from the start of the track that a demuxer reads to find out what the stream is. */
const probedSamples = 8;

/** What lies between two samples, mostly audio, is read with them up to this size: one request instead of two. */
const bridgedBytes = 512 * 1024;

/**
 * Returns the parts of an ISO base media file that decoding a span of its first video track reads, from the sync sample
 * before it: besides the index, in order and without overlap. Null when the index does not locate them: there is no video track, it is
 * fragmented, its samples have one size, or it has several edits. Source: ISO/IEC 14496-12.
 */
export const neededRanges = (source: ByteSource, span: TimeSpan): ByteRanges | null => {
  for (const box of topLevelBoxes(source)) {
    if (box.type !== "moov") continue;
    const { moov } = parseBox(source, box) as unknown as { moov?: Movie };
    const track = moov?.traks?.find(({ mdia }) => mdia.hdlr.handler === "vide");
    if (!moov || !track || moov.mvex !== undefined) return null;
    const place = placeOf(track, span, moov.mvhd?.timescale ?? 0);
    return place && rangesOf(track, place);
  }
  return null;
};

interface Movie {
  mvhd?: { timescale: number };
  mvex?: unknown;
  traks?: Track[];
}

/** The first and the last needed sample in decoding order. */
interface Place {
  first: number;
  last: number;
}

const placeOf = (track: Track, { startSeconds, endSeconds }: TimeSpan, movieScale: number): Place | null => {
  const { stbl } = track.mdia.minf;
  const { timescale } = track.mdia.mdhd;
  const shiftSeconds = editShift(track, movieScale);
  const sizes = stbl.stsz as CompactSampleSizes | undefined;
  if (shiftSeconds === null || !sizes || sizes.constantSize !== 0 || timescale <= 0) return null;
  const isSync = stbl.stss ? new Set(stbl.stss.sample_numbers) : null;
  let [number, first, last] = [0, 0, 0];
  for (const time of compositionTimes(stbl)) {
    const seconds = time / timescale + shiftSeconds;
    if (seconds <= startSeconds && (isSync === null || isSync.has(number + 1))) first = number;
    if (seconds <= endSeconds) last = number;
    number += 1;
  }
  return number === 0 ? null : { first, last };
};

/** Returns the seconds from a composition time to its presentation; null with more than one edit. */
const editShift = (track: Track, movieScale: number): number | null => {
  const entries = track.edts?.elst?.entries ?? [];
  const edits = entries.filter(({ media_time }) => media_time >= 0);
  const [edit] = edits;
  if (!edit) return 0;
  if (edits.length > 1 || movieScale <= 0) return null;
  const delay = entries
    .slice(0, entries.indexOf(edit))
    .reduce((sum, { segment_duration }) => sum + segment_duration, 0);
  return delay / movieScale - edit.media_time / track.mdia.mdhd.timescale;
};

const rangesOf = (track: Track, { first, last }: Place): ByteRanges => {
  const needed: { offset: number; sizeBytes: number }[] = [];
  let number = 0;
  for (const sample of samplesOf(track.mdia.minf.stbl)) {
    if (number < probedSamples || (number >= first && number <= last)) needed.push(sample);
    number += 1;
  }
  return joined(needed.filter(({ sizeBytes }) => sizeBytes > 0).sort((a, b) => a.offset - b.offset));
};

const joined = (ranges: ByteRanges): ByteRanges => {
  const result: ByteRanges = [];
  for (const { offset, sizeBytes } of ranges) {
    const before = result.at(-1);
    const end = offset + sizeBytes;
    if (before && offset - (before.offset + before.sizeBytes) <= bridgedBytes)
      before.sizeBytes = Math.max(before.sizeBytes, end - before.offset);
    else result.push({ offset, sizeBytes });
  }
  return result;
};
