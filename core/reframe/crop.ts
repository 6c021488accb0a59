import type { CompositedPlan } from "../render-plan/output-plan.ts";

/** How a plan crops its source. */
export interface Crop {
  /** Along which it can move. */
  axis: "x" | "y";
  /** Share of the source that it shows along its axis. */
  shown: number;
}

/** Returns how a plan crops its source; null where the whole frame is shown. */
export const cropOf = ({ source, placement }: Pick<CompositedPlan, "source" | "placement">): Crop | null => {
  if (placement.kind !== "cover") return null;
  const [shownX, shownY] = [placement.width / source.width, placement.height / source.height];
  if (Math.min(shownX, shownY) > 1 - 1e-3) return null;
  return shownX < shownY ? { axis: "x", shown: shownX } : { axis: "y", shown: shownY };
};
