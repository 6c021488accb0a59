import type { z } from "zod";
import type { SegmentSettings } from "../../core/render-plan/segment-settings.ts";
import type { renderingStepEnvironment } from "../environment.ts";

/** The operator's settings of segments: their length, and how many of one task are rendered concurrently. */
export const segmentSettings = (
  env: Pick<
    z.infer<typeof renderingStepEnvironment>,
    | "CAPSTACK_RENDER_PARALLEL"
    | "RENDER_PARALLEL"
    | "CAPSTACK_RENDER_SEGMENT_SECONDS"
    | "RENDER_SEGMENT_SECONDS"
  >,
): SegmentSettings => ({
  parallel: env.CAPSTACK_RENDER_PARALLEL ?? env.RENDER_PARALLEL,
  segmentSeconds: env.CAPSTACK_RENDER_SEGMENT_SECONDS ?? env.RENDER_SEGMENT_SECONDS,
});
