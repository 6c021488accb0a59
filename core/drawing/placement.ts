import { between } from "./curves.ts";
import type { Placement, ScenePage } from "./scene.ts";
import type { Sprite } from "./sprite.ts";
import type { Motion } from "./word-motion.ts";

/** An image at rest is sharp, and drawn once; a sixteenth of a pixel is invisible. */
const invisiblePx = 1 / 16;

/** Places a sprite: moved with its word (`own`) and with the whole caption. */
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
  const atRest: Placement = { id, sprite, ...bounds, opacity, columns };
  if (total === 1 && motion.scale === 1 && dropPx === 0) return atRest;
  const middleX = (page.layout.left + page.layout.right) / 2;
  const middleY = (page.layout.top + page.layout.bottom) / 2;
  const centerX = between(middleX, sprite.centerX, motion.scale);
  const centerY = between(middleY, sprite.centerY, motion.scale) + dropPx;
  const moved: Placement = {
    ...atRest,
    x: centerX + (bounds.x - sprite.centerX) * total,
    y: centerY + (bounds.y - sprite.centerY) * total,
    width: bounds.width * total,
    height: bounds.height * total,
  };
  const edges = [
    moved.x - bounds.x,
    moved.y - bounds.y,
    moved.x + moved.width - bounds.x - bounds.width,
    moved.y + moved.height - bounds.y - bounds.height,
  ];
  return edges.every((byPx) => Math.abs(byPx) < invisiblePx) ? atRest : moved;
};
