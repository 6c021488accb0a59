import type { Band } from "../render-plan/filter-graph.ts";
import type { Placement } from "./scene.ts";
import type { Rect } from "./sprite.ts";

const placementKey = (placement: Placement): string => {
  const { sprite, x, y, width, opacity, columns } = placement;
  return `${sprite.key}|${x}|${y}|${width}|${opacity}|${columns?.from ?? ""}|${columns?.to ?? ""}`;
};

/** Returns a key of a scene: scenes with equal keys are drawn alike. */
export const sceneKey = (scene: readonly Placement[]): string => scene.map(placementKey).join(";");

export const intersects = (placement: Placement, area: Rect): boolean =>
  placement.x < area.x + area.width &&
  placement.x + placement.width > area.x &&
  placement.y < area.y + area.height &&
  placement.y + placement.height > area.y;

/** Placements of `these` that are missing or different in `those`, by ID. */
const differing = (these: ReadonlyMap<string, Placement>, those: ReadonlyMap<string, Placement>) =>
  [...these.values()].filter((placement) => {
    const other = those.get(placement.id);
    return !other || placementKey(other) !== placementKey(placement);
  });

/**
 * Returns the area that differs between two scenes, in pixels of the band, extended to even sides; null when nothing does.
 */
export const changedArea = (
  before: ReadonlyMap<string, Placement>,
  after: ReadonlyMap<string, Placement>,
  band: Band,
): Rect | null => {
  const placements = [...differing(before, after), ...differing(after, before)];
  if (placements.length === 0) return null;
  const left = Math.min(...placements.map(({ x }) => x));
  const top = Math.min(...placements.map(({ y }) => y));
  const right = Math.max(...placements.map(({ x, width }) => x + width));
  const bottom = Math.max(...placements.map(({ y, height }) => y + height));
  const x = Math.max(0, 2 * Math.floor((left - band.x) / 2));
  const y = Math.max(0, 2 * Math.floor((top - band.y) / 2));
  const width = Math.min(band.width, 2 * Math.ceil((right - band.x) / 2)) - x;
  const height = Math.min(band.height, 2 * Math.ceil((bottom - band.y) / 2)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
};
