import { BoxParser, type DataStream, FullBox } from "mp4box";

/**
 * Sample sizes as a typed array. The library's own box repeats a constant size once per sample, and a QuickTime file has
 * one PCM sample per audio frame: gigabytes for an hour.
 */
export class CompactSampleSizes extends FullBox {
  static override readonly fourcc = "stsz" as const;
  override box_name = "SampleSizeBox" as const;
  /** Bytes of every sample; 0: `sizes` has them. */
  constantSize = 0;
  sampleCount = 0;
  sizes: Uint32Array = new Uint32Array(0);

  override parse(stream: DataStream): void {
    this.parseFullHeader(stream as Parameters<FullBox["parseFullHeader"]>[0]);
    this.constantSize = stream.readUint32();
    this.sampleCount = stream.readUint32();
    if (this.constantSize !== 0) return;
    const available = Math.floor((this.size - (this.hdr_size ?? 0) - 8) / 4);
    this.sizes = new Uint32Array(Math.min(this.sampleCount, Math.max(0, available)));
    for (let at = 0; at < this.sizes.length; at += 1) this.sizes[at] = stream.readUint32();
    this.sampleCount = this.sizes.length;
  }
}

BoxParser.box.stsz = CompactSampleSizes as unknown as typeof BoxParser.box.stsz;

/** Position in the file of a sample or a run of PCM samples. */
export interface SampleRun {
  offset: number;
  sizeBytes: number;
}

/** Boxes of a sample table (`stbl`) that locate samples. */
export interface SampleTables {
  stsz?: unknown;
  stsc?: { first_chunk: number[]; samples_per_chunk: number[] };
  stco?: { chunk_offsets: number[] };
  co64?: { chunk_offsets: number[] };
}

/** Position and size of every sample of a track, in decoding order. Source: ISO/IEC 14496-12, 8.7. */
export function* samplesOf({ stsz, stsc, stco, co64 }: SampleTables): Generator<SampleRun> {
  const sizes = stsz as CompactSampleSizes | undefined;
  const chunks = (co64 ?? stco)?.chunk_offsets ?? [];
  if (!sizes || !stsc) return;
  let sample = 0;
  let entry = 0;
  for (const [chunk, chunkOffset] of chunks.entries()) {
    while ((stsc.first_chunk[entry + 1] ?? Number.POSITIVE_INFINITY) <= chunk + 1) entry += 1;
    const count = Math.min(stsc.samples_per_chunk[entry] ?? 0, sizes.sampleCount - sample);
    if (sizes.constantSize > 0) {
      // Samples of one size are mostly PCM: a chunk of them is one run of bytes.
      yield { offset: chunkOffset, sizeBytes: count * sizes.constantSize };
      sample += count;
      continue;
    }
    let offset = chunkOffset;
    for (const end = sample + count; sample < end; sample += 1) {
      const sizeBytes = sizes.sizes[sample] ?? 0;
      yield { offset, sizeBytes };
      offset += sizeBytes;
    }
  }
}

/** A track fragment (`traf`). */
export interface TrackFragment {
  tfhd: {
    track_id: number;
    flags: number;
    base_data_offset?: number;
    default_sample_duration?: number;
    default_sample_size?: number;
  };
  truns?: { sample_count: number; data_offset: number; sample_size: number[]; sample_duration?: number[] }[];
}

/** Samples of a movie fragment, by track. Source: ISO/IEC 14496-12, 8.8.7 and 8.8.8. */
export function* fragmentSamples(
  { tfhd, truns }: TrackFragment,
  moofOffset: number,
  trackDefaultBytes: number,
): Generator<SampleRun> {
  const base = tfhd.flags & 1 ? (tfhd.base_data_offset ?? moofOffset) : moofOffset;
  const defaultBytes = tfhd.flags & 0x10 ? (tfhd.default_sample_size ?? 0) : trackDefaultBytes;
  let offset = base;
  for (const run of truns ?? []) {
    if (run.data_offset !== 0) offset = base + run.data_offset;
    if (run.sample_size.length === 0) {
      yield { offset, sizeBytes: run.sample_count * defaultBytes };
      offset += run.sample_count * defaultBytes;
    }
    for (const sizeBytes of run.sample_size) {
      yield { offset, sizeBytes };
      offset += sizeBytes;
    }
  }
}
