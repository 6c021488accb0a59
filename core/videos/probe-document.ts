import * as z from "zod";
import { NamedError } from "../errors.ts";
import type { Rational } from "../time/rational.ts";

/** The relevant fields of `ffprobe -show_streams -show_format -of json`. Absent and invalid values become null. */
const text = z.string().nullish().catch(null);
const count = z.number().int().nullish().catch(null);
const numeral = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const parsed = typeof value === "string" ? Number.parseFloat(value) : value;
    return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : null;
  })
  .catch(null);

export const probeStreamSchema = z.object({
  index: z.number().int().nonnegative(),
  codec_type: text,
  codec_name: text,
  codec_tag: text,
  codec_tag_string: text,
  pix_fmt: text,
  width: count,
  height: count,
  sample_aspect_ratio: text,
  r_frame_rate: text,
  avg_frame_rate: text,
  time_base: text,
  start_time: numeral,
  field_order: text,
  color_space: text,
  color_transfer: text,
  color_primaries: text,
  color_range: text,
  /** Bytes of the decoder's configuration; absent without one. */
  extradata_size: count,
  sample_rate: numeral,
  channels: count,
  channel_layout: text,
  tags: z.object({ language: text }).nullish().catch(null),
  disposition: z.record(z.string(), z.number()).nullish().catch(null),
  side_data_list: z
    .array(
      z.looseObject({
        side_data_type: text,
        displaymatrix: text,
        rotation: z.number().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});
export type ProbeStream = z.infer<typeof probeStreamSchema>;

export const probeDocumentSchema = z.object({
  format: z.object({ format_name: text, start_time: numeral }),
  streams: z.array(probeStreamSchema),
});
export type ProbeDocument = z.infer<typeof probeDocumentSchema>;

/** Parses the output of ffprobe. Throws NamedError MediaUnreadable when it is not that of a readable file. */
export const parseProbeDocument = (json: string): ProbeDocument => {
  try {
    return probeDocumentSchema.parse(JSON.parse(json));
  } catch (cause) {
    throw new NamedError(
      "MediaUnreadable",
      "The file is not readable media. Export it again, and upload the new file.",
      { cause },
    );
  }
};

/** Parses `30000/1001` or `8:9`; null when either side is zero or missing. */
export const parseRational = (value: string | null | undefined): Rational | null => {
  const [num, den] = (value ?? "").split(/[/:]/).map(Number);
  if (!num || !den || !Number.isInteger(num) || !Number.isInteger(den) || den < 0 || num < 0) return null;
  return { num, den };
};

export interface Orientation {
  rotation: 0 | 90 | 180 | 270;
  mirrored: boolean;
}

/**
 * Returns how a player rotates the stored frame: clockwise degrees, and whether the display matrix mirrors it. ffprobe's
 * `rotation` is counter-clockwise; its `displaymatrix` text has three rows of three 16.16 numbers, of which the upper left
 * two by two are the rotation, mirrored when their determinant is negative. Other angles than multiples of 90° (which
 * cameras do not write) are rounded.
 */
export const orientationOf = (stream: ProbeStream): Orientation => {
  const matrix = stream.side_data_list?.find(({ side_data_type }) => side_data_type === "Display Matrix");
  const quarters = (((Math.round(-(matrix?.rotation ?? 0) / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const rows = (matrix?.displaymatrix ?? "")
    .trim()
    .split("\n")
    .map((row) => row.replace(/^\w+:/, "").trim().split(/\s+/).map(Number));
  const [a = 1, b = 0] = rows[0]?.length === 3 ? rows[0] : [];
  const [c = 0, d = 1] = rows[1]?.length === 3 ? rows[1] : [];
  return { rotation: ([0, 90, 180, 270] as const)[quarters], mirrored: a * d - b * c < 0 };
};
