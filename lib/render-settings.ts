import type { Construct } from "constructs";
import { maxRenderParallel } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";

/** How videos are divided (core/render-plan/segments.ts), as values of a function's environment. */
export interface RenderSettings {
  parallel: string;
  segmentSeconds: string;
}

const fromContext = (scope: Construct, name: string, otherwise: number, most: number): string => {
  const value = Number(scope.node.tryGetContext(name) ?? otherwise);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`-c ${name}: give a whole number from 1 to ${most}`);
  return String(value);
};

/**
 * In AWS each segment is a Fargate task of its own: `-c renderParallel=N` of a video at once, of `-c renderSegmentSeconds=N`
 * each. One machine encodes one segment at a time, which keeps its cores busy: long segments, so that a crash costs no more.
 */
export const renderSettings = (scope: Construct, engine: Engine): RenderSettings => ({
  parallel: engine.choose(fromContext(scope, "renderParallel", 8, maxRenderParallel), "1"),
  segmentSeconds: engine.choose(fromContext(scope, "renderSegmentSeconds", 180, 86_400), "600"),
});
