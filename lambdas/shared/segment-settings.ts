import type { z } from "zod";
import type { SegmentSettings } from "../../core/render-plan/segment-settings.ts";
import type { renderingStepEnvironment } from "../environment.ts";

/** How videos are divided, and how many renders of one task run at once: the deployment's choice, or this machine's. */
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
