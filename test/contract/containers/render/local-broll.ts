import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import type { LocalBroll } from "../../../../containers/render/broll-feed.ts";
import type { TimeSpan } from "../../../../core/time/time-span.ts";

export const ranged = (startSeconds: number, endSeconds: number): TimeSpan => ({
  startSeconds,
  endSeconds,
});

/** Returns a local clip as the renderer gets it. */
export const localBroll = async (path: string, range: TimeSpan): Promise<LocalBroll> => ({
  ...range,
  path,
  media: await probeMedia(path),
});
