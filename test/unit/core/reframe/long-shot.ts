/**
 * Prints the number of points of the path that follows a restless face through a shot of 78 minutes. A separate program,
 * because Jest looks up each use of a global, which is ten times slower.
 */
import { planFramePath } from "../../../../core/reframe/plan-path.ts";
import { outputGeometry } from "../../../../core/render-plan/output-geometry.ts";

const source = { width: 1920, height: 1080 };
const every = 15;
const frameCount = 140_000;

const { placement } = outputGeometry({ aspectRatio: "9:16" }, source);
const samples = Array.from({ length: Math.ceil(frameCount / every) }, (_, index) => {
  const x = 0.5 + 0.3 * Math.sin((index * every) / 40);
  return { frame: index * every, faces: [{ x, y: 0.4, width: 0.08, height: 0.14, score: 0.9 }] };
});
const plan = { source, placement, fps: { num: 30, den: 1 }, frameCount };
const path = planFramePath(plan, { shotStarts: [0], samples, every });
console.log(path?.points.length);
