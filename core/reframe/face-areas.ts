import type { AvoidedAreas } from "../drawing/page-heights.ts";
import type { Extents } from "../drawing/page-layout.ts";
import { partitionPoint } from "../partition-point.ts";
import type { PathPoint } from "../render-plan/frame-path.ts";
import type { FramePlacement, Size } from "../render-plan/output-geometry.ts";
import type { CompositedPlan } from "../render-plan/output-plan.ts";
import type { FaceBox, FacesAt } from "./face.ts";

/** The detector's box ends at the eyebrows and at the chin; a head is this much larger on each side. */
const headMargin = { up: 0.25, down: 0.1, side: 0.1 };

/**
 * Returns where an output shows the faces of a survey of its source.
 *
 * @param samples of frames of the output, in order
 */
export const faceAreas = (
  plan: Pick<CompositedPlan, "source" | "placement" | "canvas">,
  samples: readonly FacesAt[],
): AvoidedAreas[] =>
  samples.map(({ frame, faces }) => {
    const toCanvas = projection(plan, frame);
    const areas = faces.map((face) => toCanvas(face)).filter((area) => isVisible(area, plan.canvas));
    return { frame, areas };
  });

const projection = (
  { source, placement, canvas }: Pick<CompositedPlan, "source" | "placement" | "canvas">,
  frame: number,
): ((face: FaceBox) => Extents) => {
  const { x, y, scaleX, scaleY } = originOf(placement, source, canvas, frame);
  return (face) => {
    const [width, height] = [face.width * source.width, face.height * source.height];
    const [centerX, centerY] = [face.x * source.width, face.y * source.height];
    const half = width * (0.5 + headMargin.side);
    return {
      left: (centerX - half) * scaleX + x,
      right: (centerX + half) * scaleX + x,
      top: (centerY - height * (0.5 + headMargin.up)) * scaleY + y,
      bottom: (centerY + height * (0.5 + headMargin.down)) * scaleY + y,
    };
  };
};

/** Returns where the source's corner is on the canvas, and pixels of the canvas per pixel of the source. */
const originOf = (placement: FramePlacement, source: Size, canvas: Size, frame: number) => {
  if (placement.kind === "contain")
    return {
      ...{ scaleX: placement.width / source.width, scaleY: placement.height / source.height },
      ...{ x: (canvas.width - placement.width) / 2, y: (canvas.height - placement.height) / 2 },
    };
  const { path, width, height } = placement;
  const corner = { x: placement.x, y: placement.y };
  if (path) corner[path.axis] = positionAt(path.points, frame);
  const [scaleX, scaleY] = [canvas.width / width, canvas.height / height];
  return { scaleX, scaleY, x: -corner.x * scaleX, y: -corner.y * scaleY };
};

/** Returns the position of a path at a frame: linear between its points, constant outside. */
const positionAt = (points: readonly PathPoint[], frame: number): number => {
  const after = partitionPoint(points, (point) => point.frame <= frame);
  const to = points[after] ?? points.at(-1);
  const from = points[Math.max(0, after - 1)];
  if (!from || !to || from.frame >= to.frame) return from?.position ?? 0;
  const share = Math.max(0, (frame - from.frame) / (to.frame - from.frame));
  return from.position + share * (to.position - from.position);
};

const isVisible = ({ left, top, right, bottom }: Extents, { width, height }: Size): boolean =>
  right > 0 && bottom > 0 && left < width && top < height;
