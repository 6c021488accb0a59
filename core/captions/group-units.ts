import type { CaptionUnit } from "./caption-unit.ts";

/**
 * Divides units into consecutive groups.
 *
 * @param isBreak whether a group ends between two neighboring units
 */
export const groupUnits = (
  units: readonly CaptionUnit[],
  isBreak: (before: CaptionUnit, after: CaptionUnit) => boolean,
): CaptionUnit[][] => {
  const groups: CaptionUnit[][] = [];
  for (const unit of units) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (!group || !last || isBreak(last, unit)) groups.push([unit]);
    else group.push(unit);
  }
  return groups;
};

/** Seconds without speech between two units. */
export const gapBetween = (before: CaptionUnit, after: CaptionUnit): number =>
  after.startSeconds - before.endSeconds;
