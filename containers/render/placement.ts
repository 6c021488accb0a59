import { between } from "./curves.ts";
import type { Placement, ScenePage } from "./scene.ts";
import type { Sprite } from "./sprite.ts";
import type { Motion } from "./word-motion.ts";

/** Puts a sprite where it belongs: moved with its word (`own`) and with the whole caption. */
export const place = (
  id: string,
  sprite: Sprite,
  own: Motion,
  motion: Motion,
  page: ScenePage,
  columns: Placement["columns"] = null,
): Placement => {
  const { bounds } = sprite;
  const total = (own.scale * motion.scale) / sprite.scale;
  const dropPx = own.dropPx * motion.scale + motion.dropPx;
  const opacity = own.opacity * motion.opacity;
  if (total === 1 && motion.scale === 1 && dropPx === 0) return { id, sprite, ...bounds, opacity, columns };
  const middleX = (page.layout.left + page.layout.right) / 2;
  const middleY = (page.layout.top + page.layout.bottom) / 2;
  const centreX = between(middleX, sprite.centreX, motion.scale);
  const centreY = between(middleY, sprite.centreY, motion.scale) + dropPx;
  return {
    id,
    sprite,
    x: centreX + (bounds.x - sprite.centreX) * total,
    y: centreY + (bounds.y - sprite.centreY) * total,
    width: bounds.width * total,
    height: bounds.height * total,
    opacity,
    columns,
  };
};
