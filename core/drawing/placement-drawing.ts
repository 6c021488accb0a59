import type { Placement, SceneContext } from "./scene.ts";
import type { Rect, Sprite } from "./sprite.ts";
import { drawSprite } from "./sprite-drawing.ts";
import type { Canvas, Pen } from "./text-surface.ts";

/** A part of the canvas on which placements are drawn, pixels of the canvas. */
export interface Sheet extends Rect {
  pen: Pen;
}

/** Clips a drawing context to a rectangle while `draw` runs. */
export const clipped = (pen: Pen, { x, y, width, height }: Rect, draw: () => void): void => {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  draw();
  pen.restore();
};

/** Draws a sprite's image at its place, size and opacity. `pen.globalAlpha` is changed. */
export const drawPlacement = (placement: Placement, image: Canvas, { pen, ...sheet }: Sheet): void => {
  const { width, height, opacity, columns, sprite } = placement;
  const [x, y] = [placement.x - sheet.x, placement.y - sheet.y];
  pen.globalAlpha = opacity;
  if (columns) {
    const from = Math.max(0, columns.from - sheet.x);
    const to = Math.min(sheet.width, columns.to - sheet.x);
    clipped(pen, { x: from, y: 0, width: to - from, height: sheet.height }, () =>
      pen.drawImage(image, x, y, width, height),
    );
    return;
  }
  const isOwnSize = width === sprite.bounds.width && height === sprite.bounds.height;
  if (isOwnSize) pen.drawImage(image, x, y);
  else pen.drawImage(image, x, y, width, height);
};

/** Releases the pixels of a canvas. The garbage collector does not know their size. */
export const releaseCanvas = (canvas: Canvas): void => {
  canvas.width = 1;
  canvas.height = 1;
};

export interface SpriteImages {
  /** Draws a sprite, or returns its image if it has been drawn. */
  imageOf(sprite: Sprite): Canvas;
  /** Releases all images. */
  release(): void;
}

/** Creates the images of the sprites of a page. */
export const createSpriteImages = (context: SceneContext): SpriteImages => {
  const images = new Map<string, Canvas>();
  return {
    imageOf: (sprite) => {
      const image = images.get(sprite.key) ?? drawSprite(sprite, context);
      images.set(sprite.key, image);
      return image;
    },
    release: () => {
      for (const image of images.values()) releaseCanvas(image);
      images.clear();
    },
  };
};

/** The page that a scene belongs to, as it is named in the keys of its sprites; undefined for an empty scene. */
export const pageOf = (scene: Iterable<Placement>): string | undefined => {
  for (const { sprite } of scene) return sprite.key.split("/", 1)[0];
  return undefined;
};
