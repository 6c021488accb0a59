import type { OutputPlan } from "../render-plan/output-plan.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { estimatedRenderBytes } from "./short-tasks.ts";

/**
 * GiB of the disk of a container that renders: the minimum that an ECS task can request, of which 20 are free of charge, and
 * enough for a source of 10 GiB and its output. Both are more than the 20 GiB of the task definition. Source: ECS API Reference,
 * "EphemeralStorage".
 */
export const rendererGibibytes = { small: 21, full: 100 } as const;

/** Less than half of the smaller disk, which also holds the image: an estimate may be wrong. */
const smallBytes = 8e9;

/**
 * Returns the disk that a container needs to render a video, in GiB. A disk of 100 GiB is a seventh of the price of a container on
 * Spot.
 */
export const diskOfRenderer = (plan: OutputPlan, media: Pick<MediaInfo, "sizeBytes">): number => {
  // The size of b-rolls is not known here.
  const hasBrolls = plan.mode === "composited" && plan.brolls.length > 0;
  const isSmall = !hasBrolls && estimatedRenderBytes(plan, media) <= smallBytes;
  return isSmall ? rendererGibibytes.small : rendererGibibytes.full;
};
