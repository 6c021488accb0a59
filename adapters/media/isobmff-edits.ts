/** Boxes of a track that decide when its samples are shown; the names are those of mp4box. */
export interface TrackTiming {
  edts?: {
    elst?: { entries: { segment_duration: number; media_time: number; media_rate_integer?: number }[] };
  };
  mdia: {
    mdhd: { timescale: number };
    minf: {
      stbl: {
        stts?: { sample_counts: number[]; sample_deltas: number[] };
        ctts?: { sample_counts: number[]; sample_offsets: number[] };
        stss?: { sample_numbers: number[] };
      };
    };
  };
}

/** Composition times of a track in decoding order, in its time scale. Source: ISO/IEC 14496-12, 8.6.1. */
export function* compositionTimes({ stts, ctts }: TrackTiming["mdia"]["minf"]["stbl"]): Generator<number> {
  let decodingTime = 0;
  let run = 0;
  let placeInRun = 0;
  for (const [entry, count] of (stts?.sample_counts ?? []).entries()) {
    const delta = stts?.sample_deltas[entry] ?? 0;
    for (let place = 0; place < count; place += 1) {
      // Offsets of version 1 are signed; an encoder that writes negative ones as version 0 means the same.
      yield decodingTime + ((ctts?.sample_offsets[run] ?? 0) | 0);
      decodingTime += delta;
      placeInRun += 1;
      if (placeInRun >= (ctts?.sample_counts[run] ?? Number.POSITIVE_INFINITY)) {
        run += 1;
        placeInRun = 0;
      }
    }
  }
}

/**
 * Returns when the last sample of a track is shown, in seconds, when no sync sample lies at or before the start of its one
 * edit; else null. FFmpeg places such tracks by their first sync sample instead of by the edit. Source: ISO/IEC
 * 14496-12, 8.6.6: `media_time` is a composition time, and an entry of -1 delays the track.
 *
 * @param movieTimescale units per second of edit durations
 */
export const lastStartOfUnsyncedEdit = (track: TrackTiming, movieTimescale: number): number | null => {
  const entries = track.edts?.elst?.entries ?? [];
  const edits = entries.filter(({ media_time }) => media_time >= 0);
  const [edit] = edits;
  const { stbl } = track.mdia.minf;
  const { timescale } = track.mdia.mdhd;
  if (!edit || edits.length > 1 || !stbl.stss || timescale <= 0 || movieTimescale <= 0) return null;
  const delaySeconds =
    entries.slice(0, entries.indexOf(edit)).reduce((sum, { segment_duration }) => sum + segment_duration, 0) /
    movieTimescale;
  const end =
    edit.segment_duration === 0
      ? Number.POSITIVE_INFINITY
      : edit.media_time + (edit.segment_duration / movieTimescale) * timescale;
  const syncSamples = new Set(stbl.stss.sample_numbers);
  let last = Number.NEGATIVE_INFINITY;
  let sampleNumber = 0;
  for (const time of compositionTimes(stbl)) {
    sampleNumber += 1;
    if (time <= edit.media_time && syncSamples.has(sampleNumber)) return null;
    if (time < end) last = Math.max(last, time);
  }
  return Number.isFinite(last) ? delaySeconds + (last - edit.media_time) / timescale : null;
};
