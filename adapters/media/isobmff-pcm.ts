import {
  type CompactSampleSizes,
  fragmentSamples,
  type SampleTables,
  type TrackFragment,
} from "./isobmff-samples.ts";

/** What the sample entry of PCM in an ISO file states of one frame: a sample of every channel. */
interface PcmDescription {
  bytesPerFrame: number;
  /** 0: the time scale of the track. */
  sampleRate: number;
}

/**
 * Reads the sample entry of `ipcm` and `fpcm`; null for other entries. Source: ISO/IEC 14496-12, 12.2.3 (the entry) and
 * ISO/IEC 23003-5, 5.2 (`pcmC`).
 *
 * @param data bytes of the entry after its data reference index
 */
export const describePcm = (type: string, data: Uint8Array | undefined): PcmDescription | null => {
  if (!data || !/^[if]pcm$/.test(type)) return null;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const configuration = bytes.indexOf("pcmC");
  if (configuration < 20 || configuration + 10 > bytes.length) return null;
  const bitsPerSample = bytes.readUInt8(configuration + 9);
  return { bytesPerFrame: (bytes.readUInt16BE(8) * bitsPerSample) / 8, sampleRate: bytes.readUInt16BE(16) };
};

/** Sizes and durations of a track's samples, in sum. */
export interface SampleTotals {
  bytes: number;
  /** In units of the track's time scale. */
  ticks: number;
}

/** Adds up the sample tables of a track. */
export const tableTotals = (
  { stsz }: SampleTables,
  stts: { sample_counts: number[]; sample_deltas: number[] } | undefined,
): SampleTotals => {
  const sizes = stsz as CompactSampleSizes | undefined;
  const bytes = sizes
    ? sizes.constantSize * sizes.sampleCount + sizes.sizes.reduce((sum, size) => sum + size, 0)
    : 0;
  const counts = stts?.sample_counts ?? [];
  const ticks = counts.reduce((sum, count, entry) => sum + count * (stts?.sample_deltas[entry] ?? 0), 0);
  return { bytes, ticks };
};

/** Adds up a track fragment. Source: ISO/IEC 14496-12, 8.8.7 and 8.8.8. */
export const fragmentTotals = (
  fragment: TrackFragment,
  defaults: { sizeBytes: number; ticks: number },
): SampleTotals => {
  let bytes = 0;
  for (const { sizeBytes } of fragmentSamples(fragment, 0, defaults.sizeBytes)) bytes += sizeBytes;
  const { flags, default_sample_duration } = fragment.tfhd;
  const defaultTicks = flags & 8 ? (default_sample_duration ?? 0) : defaults.ticks;
  const ticks = (fragment.truns ?? []).reduce(
    (sum, { sample_count, sample_duration = [] }) =>
      sum +
      (sample_duration.length === 0
        ? sample_count * defaultTicks
        : sample_duration.reduce((total, duration) => total + duration, 0)),
    0,
  );
  return { bytes, ticks };
};

/** The next sample size differs by a third from 24 bits, and by a quarter from 32. */
const toleratedDifference = 0.1;

/**
 * Returns whether the samples of PCM have another size than their description states: FFmpeg writes 24 bits into the
 * description of 32-bit integers. Decoded by its description, such a track is noise.
 */
export const isMisdescribed = (
  { bytesPerFrame, sampleRate }: PcmDescription,
  { bytes, ticks }: SampleTotals,
  timescale: number,
): boolean => {
  if (bytes === 0 || ticks === 0 || bytesPerFrame === 0) return false;
  const frames = (ticks * (sampleRate || timescale)) / timescale;
  return Math.abs(bytes / frames - bytesPerFrame) > bytesPerFrame * toleratedDifference;
};
