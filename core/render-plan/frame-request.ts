import * as z from "zod";
import { type ErrorName, errorStatus } from "../errors.ts";
import { outputModeOf } from "../settings/output-mode.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import { renderJobSchema } from "./render-job.ts";

/** Longest side of a still in pixels; the response of a function has at most 6 MB. */
export const maxStillPx = 1920;

/** Transparent outputs keep their alpha. */
export const stillExtension = (settings: ExportSettings): "jpg" | "png" =>
  outputModeOf(settings) === "transparent" ? "png" : "jpg";

/** The input of the function that draws one frame of an output, with its captions. */
export const frameRequestSchema = z.object({
  /** Without the words, which an invocation may be too small for; the function reads them. */
  job: renderJobSchema.omit({ transcript: true, segments: true }),
  transcriptRevision: z.number().int().positive(),
  /** Of the output. */
  frame: z.number().int().nonnegative(),
  /** Where the image is written, JPEG or PNG (stillExtension). */
  imageKey: z.string(),
});
export type FrameRequest = z.infer<typeof frameRequestSchema>;

const errorNames = Object.keys(errorStatus) as [ErrorName, ...ErrorName[]];

/** The result of that function: null, or why the frame cannot be drawn. */
export const frameResultSchema = z.object({
  error: z.object({ name: z.enum(errorNames), message: z.string() }).nullable(),
});
export type FrameResult = z.infer<typeof frameResultSchema>;

export interface FrameDrawer {
  /**
   * Draws a frame and writes its image to the bucket.
   *
   * @throws NamedError that names why the frame cannot be drawn; TooManyRequests when too many frames are drawn at once
   */
  draw(request: FrameRequest): Promise<void>;
}
