import type { Construct } from "constructs";
import { containerVcpus, maxRenderParallel, newAccountVcpus } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";

/** How videos are divided (core/render-plan/segments.ts), as values of a function's environment. */
export interface RenderSettings {
  /** vCPUs of all containers together; 0: no limit. */
  fargateVcpus: string;
  parallel: string;
  segmentSeconds: string;
}

const fromContext = (scope: Construct, name: string, otherwise: number, most: number): string => {
  const value = Number(scope.node.tryGetContext(name) ?? otherwise);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`-c ${name}: give a whole number from 1 to ${most}`);
  return String(value);
};

/** The quota of a new account, which the containers of all tasks share: `-c fargateVcpus=N`. */
const fargateVcpus = (scope: Construct): string =>
  fromContext(scope, "fargateVcpus", newAccountVcpus, 1_000_000);

/** Renderers of one video: what fits, and no more than the eighth of them gains. */
const renderersWithin = (vcpus: number): number =>
  Math.max(1, Math.min(8, Math.floor(vcpus / containerVcpus.render)));

/**
 * In AWS each segment is a Fargate task of its own: `-c renderParallel=N` of a video at once, of `-c renderSegmentSeconds=N`
 * each. One machine encodes one segment at a time, which keeps its cores busy: long segments, so that a crash costs no more.
 */
export const renderSettings = (scope: Construct, engine: Engine): RenderSettings => ({
  fargateVcpus: engine.choose(fargateVcpus(scope), "0"),
  parallel: engine.choose(
    fromContext(scope, "renderParallel", renderersWithin(Number(fargateVcpus(scope))), maxRenderParallel),
    "1",
  ),
  segmentSeconds: engine.choose(fromContext(scope, "renderSegmentSeconds", 180, 86_400), "600"),
});
