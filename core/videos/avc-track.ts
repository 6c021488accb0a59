import * as z from "zod";

/**
 * The samples of an H.264 track of an MP4 or MOV file whose frame groups can be copied (adapters/media/avc-track.ts): progressive 4:2:0 of
 * 8 bits, one sample description, parameter sets in the configuration only, no message that changes frames, no edit but
 * one that starts with the first frame.
 */
export const avcTrackSchema = z.object({
  /** The decoder configuration (`avcC`), in base64. */
  configuration: z.string(),
  /** Units of `times` per second. */
  timescale: z.number().int().positive(),
  /** Offset and size in the file, in bytes, of each sample in decoding order. */
  offsets: z.array(z.number().int().nonnegative()),
  sizes: z.array(z.number().int().positive()),
  /** When each sample is shown, from the first frame on. */
  times: z.array(z.number().int().nonnegative()),
  /** Indexes of the samples that are IDR frames. */
  idr: z.array(z.number().int().nonnegative()),
});
export type AvcTrack = z.infer<typeof avcTrackSchema>;
