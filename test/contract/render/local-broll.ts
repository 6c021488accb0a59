import { probeMedia } from "../../../adapters/media/media-probe.ts";
import type { LocalBroll } from "../../../containers/render/broll-feed.ts";
import type { BrollRange } from "../../../core/broll/broll-plan.ts";

export const ranged = (startTime: number, endTime: number): BrollRange => ({ startTime, endTime });

/** A clip on this disk as the renderer gets it. */
export const localBroll = async (path: string, range: BrollRange): Promise<LocalBroll> => ({
  ...range,
  path,
  media: await probeMedia(path),
});
