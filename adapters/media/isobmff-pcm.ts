import {
  type CompactSampleSizes,
  fragmentSamples,
  type SampleTables,
  type TrackFragment,
} from "./isobmff-samples.ts";

/** What the sample entry of PCM in an ISO file states. */
interface PcmDescription {
  channels: number;
  /** Of one channel. */
  bytesPerSample: number;
  /** 0: the time scale of the track. */
  sampleRate: number;
}

/**
 * Reads the sample entry of `ipcm` and `fpcm`; null for other entries. Source: ISO/IEC 14496-12, 12.2.3 (the entry, `srat`) and
 * ISO/IEC 23003-5, 5.2 (`pcmC`).
 *
 * @param data bytes of the entry after its data reference index
 */
export const describePcm = (type: string, data: Uint8Array | undefined): PcmDescription | null => {
  if (!data || !/^[if]pcm$/.test(type)) return null;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const configuration = bytes.indexOf("pcmC");
  if (configuration < 20 || configuration + 10 > bytes.length) return null;
  // A rate that does not fit into the 16 bits of the entry is in a separate box (12.2.2).
  const rate = bytes.indexOf("srat");
  const hasRate = rate >= 0 && rate + 12 <= bytes.length;
  return {
    channels: bytes.readUInt16BE(8),
    bytesPerSample: bytes.readUInt8(configuration + 9) / 8,
    sampleRate: hasRate ? bytes.readUInt32BE(rate + 8) : bytes.readUInt16BE(16),
  };
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

/** Sizes of PCM samples: integers of 8 to 32 bits, floating-point numbers of 32 and 64. */
const sampleBytes = [1, 2, 3, 4, 8];
/** FFmpeg states up to a tenth more than the duration of the samples in fragments; sizes differ by a quarter or more. */
const toleratedShare = 0.1;

/**
 * Returns whether the samples of PCM have another size than their description states: FFmpeg describes 32-bit integers by the
 * depth of their source, such as 24 bits. Decoded by its description, such a track is noise. Only another valid size
 * counts: rates and durations may be wrong as well.
 */
export const isMisdescribed = (
  { channels, bytesPerSample, sampleRate }: PcmDescription,
  { bytes, ticks }: SampleTotals,
  timescale: number,
): boolean => {
  if (ticks === 0 || channels === 0) return false;
  const frames = (ticks * (sampleRate || timescale)) / timescale;
  const measured = bytes / frames / channels;
  const actual = sampleBytes.find((size) => Math.abs(measured - size) < size * toleratedShare);
  return actual !== undefined && actual !== bytesPerSample;
};
