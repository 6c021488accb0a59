import * as z from "zod";

/** Frames of a constant rate, counted from 0; `endFrame` is the first frame after the range. */
export const frameRangeSchema = z.object({
  startFrame: z.number().int().nonnegative(),
  endFrame: z.number().int().positive(),
});
export type FrameRange = z.infer<typeof frameRangeSchema>;

/** Whether two ranges have a common frame. */
export const overlaps = (one: FrameRange, other: FrameRange): boolean =>
  one.startFrame < other.endFrame && other.startFrame < one.endFrame;

/** Returns the number of frames in a range. */
export const frameCountIn = ({ startFrame, endFrame }: FrameRange): number => endFrame - startFrame;
