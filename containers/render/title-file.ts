import { writeFile } from "node:fs/promises";
import type { CaptionTrack, TrackPage } from "../../core/drawing/caption-track.ts";
import { sceneAt } from "../../core/drawing/scene.ts";
import { createTitleTrack } from "../../core/drawing/title.ts";
import type { CaptionStyle } from "../../core/render-plan/caption-style.ts";
import { captionFormat, type StillOverlay } from "../../core/render-plan/filter-graph.ts";
import type { OutputPlan } from "../../core/render-plan/output-plan.ts";
import { titleStyle } from "../../core/render-plan/title-style.ts";
import { frameHeader, streamHeader } from "./matroska.ts";
import { createPainter } from "./painter.ts";
import { skia } from "./skia-backend.ts";

/**
 * Draws a title to a file of one frame. Returns where and until when the output shows it; null when there is nothing to
 * draw.
 *
 * @param captions of the same video, which the title does not cover
 * @param path absolute path; overwritten
 */
export const writeTitle = async (
  title: { text: string; language: string | null },
  { style, captions }: { style: CaptionStyle; captions: Pick<CaptionTrack, "pages"> },
  plan: OutputPlan,
  path: string,
): Promise<(StillOverlay & { path: string }) | null> => {
  const track = createTitleTrack(skia, title, titleStyle(style, plan.canvas), captions, plan);
  if (track === null) return null;
  const { band, context, endFrame } = track;
  const page: TrackPage = track.pages[0];
  const format = captionFormat(plan);
  const painter = createPainter(band, format, plan.color.matrix, context);
  const { bytes } = painter.paint(sceneAt(page, 0, context), page.covered);
  const header = streamHeader(format, band.width, band.height);
  await writeFile(path, Buffer.concat([header, frameHeader(0, bytes.length), bytes]));
  painter.close();
  return { path, band, endFrame };
};
