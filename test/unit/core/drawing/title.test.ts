import { describe, expect, test } from "@jest/globals";
import { skia } from "../../../../containers/render/skia-backend.ts";
import { createCaptionTrack } from "../../../../core/drawing/caption-track.ts";
import { createTitleTrack } from "../../../../core/drawing/title.ts";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { safeAreaOf } from "../../../../core/render-plan/safe-area.ts";
import { titleStyle } from "../../../../core/render-plan/title-style.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import { spoken } from "../captions/words.ts";
import { mediaInfo, videoStream } from "../render-plan/media.ts";

const upright = mediaInfo({ video: videoStream({ codedWidth: 1080, codedHeight: 1920 }) });
const template = findTemplate("Pop");

const titled = (text: string, { language = "en", top }: { language?: string; top?: number } = {}) => {
  if (!template) throw new Error("no template");
  const plan = { ...planOutput(upright, {}), frameCount: 900 };
  const style = captionStyle(template, top === undefined ? {} : { styleOptions: { top } }, plan.canvas);
  const words = top === undefined ? [] : spoken("Captions that stand where the title would be");
  const captions = createCaptionTrack(skia, words, "en", style, plan);
  const track = createTitleTrack(skia, { text, language }, titleStyle(style, plan.canvas), captions, plan);
  if (!track) throw new Error("no title");
  return track;
};

const safe = safeAreaOf({ width: 1080, height: 1920 }, false);

describe("a title", () => {
  test.each([
    ["en", "Have you ever wondered why every lighthouse on this coast was painted in black stripes?"],
    ["de", "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen und Rindfleischetikettierung"],
    ["ja", "灯台にはなぜ縞模様があるのでしょうか"],
    ["ar", "لماذا تُطلى المنارات بخطوط سوداء وبيضاء؟"],
  ])("in %s is inside the safe area", (language, text) => {
    const { x, y, width, height } = titled(text, { language }).band;
    expect(x).toBeGreaterThanOrEqual(safe.left - 4);
    expect(y).toBeGreaterThanOrEqual(safe.top - 4);
    expect(x + width).toBeLessThanOrEqual(safe.right + 4);
    expect(y + height).toBeLessThanOrEqual(safe.bottom + 4);
  });

  test("is at the top, and elsewhere where captions are at the top", () => {
    expect(titled("Why stripes?").band.y).toBeLessThan(safe.top + 20);
    expect(titled("Why stripes?", { top: 17 }).band.y).toBeGreaterThan(1200);
    expect(titled("Why stripes?", { top: 66 }).band.y).toBeLessThan(safe.top + 20);
  });

  test("lasts 3 to 6 seconds, by its length", () => {
    expect(titled("Why stripes?").endFrame).toBe(90);
    expect(titled("a".repeat(9).concat(" ").repeat(6).trim()).endFrame).toBe(118);
    expect(titled("a".repeat(9).concat(" ").repeat(20).trim()).endFrame).toBe(180);
  });
});
