import { describe, expect, test } from "@jest/globals";
import { filterGraph } from "../../../../core/render-plan/filter-graph.ts";
import { type FramePath, pathExpression, withFramePath } from "../../../../core/render-plan/frame-path.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { segmentPlan } from "../../../../core/render-plan/segments.ts";
import { mediaInfo } from "./media.ts";

const path: FramePath = {
  axis: "x",
  points: [
    { frame: 0, position: 100 },
    { frame: 9, position: 100 },
    { frame: 10, position: 400 },
    { frame: 20, position: 500 },
  ],
};

/** Evaluates an expression of FFmpeg at a frame, as `crop` does: truncated. */
const valueAt = (expression: string, n: number): number => {
  const script = expression.replace(/if\(lt\(n,([^)]+)\),/g, "when(n<($1),");
  const when = (condition: boolean, then: number, otherwise: number): number =>
    condition ? then : otherwise;
  return Math.trunc(new Function("n", "when", `return ${script}`)(n, when));
};

describe("the path of a crop as an expression", () => {
  test("has the position of every frame", () => {
    const expression = pathExpression(path, 1);
    expect([-5, 0, 9, 10, 15, 20, 99].map((n) => valueAt(expression, n))).toEqual([
      100, 100, 100, 400, 450, 500, 500,
    ]);
    expect(valueAt(pathExpression(path, 0.75), 15)).toBe(338);
  });

  test("is as deep as the logarithm of its points", () => {
    const points = Array.from({ length: 500 }, (_, index) => ({
      frame: index * 3,
      position: (index * 37) % 800,
    }));
    const expression = pathExpression({ axis: "x", points }, 1);
    let [depth, deepest] = [0, 0];
    for (const character of expression) {
      depth += character === "(" ? 1 : character === ")" ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThan(14);
    for (const n of [0, 1, 750, 1497]) expect(valueAt(expression, n)).toBe(Math.round(positionOf(points, n)));
  });

  test("counts the frames of the output, also in a part of it", () => {
    const plan = withFramePath(
      planOutput(mediaInfo(), { fps: 30, quality: "ultraHD", aspectRatio: "9:16" }),
      path,
    );
    const graph = filterGraph(plan, null, { captions: 1, brolls: 1 });
    expect(graph.indexOf("fps=fps=30")).toBeLessThan(graph.indexOf("crop=w=608:h=1080:x='"));
    expect(graph).toContain(`x='${pathExpression(path, 1)}':y=0:exact=1`);
    const part = filterGraph(segmentPlan(plan, { startFrame: 10, endFrame: 20 }), null, {
      captions: 1,
      brolls: 1,
    });
    const expression = /x='([^']+)'/.exec(part)?.[1] ?? "";
    expect(valueAt(expression, 0)).toBe(400);
  });
});

const positionOf = (points: FramePath["points"], n: number): number => {
  const index = points.findLastIndex((point) => point.frame <= n);
  const [from, to] = [points[index], points[index + 1]];
  if (!from || !to) return from?.position ?? 0;
  return from.position + ((to.position - from.position) * (n - from.frame)) / (to.frame - from.frame);
};
