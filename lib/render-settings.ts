import type { Construct } from "constructs";
import {
  containerVcpus,
  defaultSegmentSeconds,
  maxRenderParallel,
  newAccountVcpus,
} from "../lambdas/environment.ts";
import { contextInteger, type OptionName } from "./context.ts";
import type { Engine } from "./engine.ts";

/** Settings of segmented rendering (core/render-plan/segments.ts), as values of a function's environment. */
export interface RenderSettings {
  /** vCPUs of all containers together; 0: no limit. */
  fargateVcpus: string;
  parallel: string;
  segmentSeconds: string;
}

const fromContext = (scope: Construct, name: OptionName, otherwise: number, max: number): string =>
  String(contextInteger(scope, name, 1, max) ?? otherwise);

/** Reads `-c fargateVcpus=N`, the vCPUs that all containers share; the default is the quota of a new account. */
export const fargateVcpus = (scope: Construct): string =>
  fromContext(scope, "fargateVcpus", newAccountVcpus, 1_000_000);

/** Maximum number of concurrent renderers of one video. More than eight are hardly faster. */
const renderersWithin = (vcpus: number): number =>
  Math.max(1, Math.min(8, Math.floor(vcpus / containerVcpus.render)));

/**
 * Reads `-c renderParallel=N` and `-c renderSegmentSeconds=N`. In AWS each segment is a separate Fargate task. One
 * machine renders one segment at a time, which uses all cores; its segments are longer and only limit the work that a
 * crash loses.
 */
export const renderSettings = (scope: Construct, engine: Engine): RenderSettings => ({
  fargateVcpus: engine.choose(fargateVcpus(scope), "0"),
  parallel: engine.choose(
    fromContext(scope, "renderParallel", renderersWithin(Number(fargateVcpus(scope))), maxRenderParallel),
    "1",
  ),
  segmentSeconds: engine.choose(
    fromContext(scope, "renderSegmentSeconds", defaultSegmentSeconds, 86_400),
    "600",
  ),
});
