import type { OutputPlan } from "./output-plan.ts";

/** The path of a crop over the source: on one axis, linear between its points, constant before the first and after the last. */
export interface FramePath {
  axis: "x" | "y";
  /** In order of frames of the output; `position` is the left or upper edge of the crop in square pixels of the source. */
  points: readonly PathPoint[];
}

export interface PathPoint {
  frame: number;
  position: number;
}

/** Returns a path for an output that begins at a later frame. */
export const pathFrom = ({ axis, points }: FramePath, startFrame: number): FramePath => ({
  axis,
  points: points.map(({ frame, position }) => ({ frame: frame - startFrame, position })),
});

/**
 * Returns the path as an FFmpeg expression of the frame's number `n` in pixels of another scale, to be truncated.
 *
 * @param scale pixels per square pixel of the source
 */
export const pathExpression = ({ points }: FramePath, scale: number): string => {
  const [first] = points;
  if (!first) throw new Error("a path has a point");
  const pieces = points.map((from, index): Piece => {
    const to = points[index + 1];
    const slope = to ? (to.position - from.position) / (to.frame - from.frame) : 0;
    return { from: from.frame, text: linear(from, slope, scale) };
  });
  return select([{ from: Number.NEGATIVE_INFINITY, text: linear(first, 0, scale) }, ...pieces]);
};

interface Piece {
  /** First frame. */
  from: number;
  text: string;
}

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);

const linear = ({ frame, position }: PathPoint, slope: number, scale: number): string => {
  const start = rounded(position * scale + 0.5);
  return slope === 0
    ? start
    : `${start}+(n${frame < 0 ? "+" : "-"}${Math.abs(frame)})*${rounded(slope * scale * 1000)}/1000`;
};

/** Halves the pieces by comparisons: the expression is no deeper than the logarithm of their number. */
const select = (pieces: readonly Piece[]): string => {
  const half = pieces.length >> 1;
  const [only, middle] = [pieces[0], pieces[half]];
  if (pieces.length < 2 || !middle) return only?.text ?? "0";
  return `if(lt(n,${middle.from}),${select(pieces.slice(0, half))},${select(pieces.slice(half))})`;
};

/** Returns a plan whose crop follows a path; null: as it was. */
export const withFramePath = <P extends OutputPlan>(plan: P, path: FramePath | null): P =>
  path !== null && plan.mode === "composited" && plan.placement.kind === "cover"
    ? { ...plan, placement: { ...plan.placement, path } }
    : plan;
