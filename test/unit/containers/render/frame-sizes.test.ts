import { describe, expect, test } from "@jest/globals";
import { skia } from "../../../../containers/render/skia-backend.ts";
import { createCaptionTrack } from "../../../../core/drawing/caption-track.ts";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { findTemplate, templates } from "../../../../core/templates/catalog.ts";
import type { Template } from "../../../../core/templates/template.ts";
import { spoken } from "../../core/captions/words.ts";
import { mediaInfo } from "../../core/render-plan/media.ts";

describe("frames with the same aspect ratio", () => {
  const measured = (template: Template, height: number) => {
    const plan = planOutput(mediaInfo(), {
      outputMode: "transparent",
      width: Math.round((height * 9) / 16),
      height,
    });
    const words =
      "I procrastinated about entrepreneurship, misunderstandings and responsibilities there".split(" ");
    const { pages } = createCaptionTrack(
      skia,
      spoken(...words),
      "en",
      captionStyle(template, {}, plan.canvas),
      plan,
    );
    return pages.map(({ layout: { items, scale } }) => [
      scale.toFixed(6),
      ...items.map((item) => `${item.setting.text} ${(item.width / height).toFixed(6)}`),
    ]);
  };

  test.each(["Pop", "Build", "One Word", "Headline", "Plain"])("show %s with the same lines", (name) => {
    const template = findTemplate(name) ?? (templates[0] as Template);
    const large = measured(template, 1920);
    for (const height of [640, 1024, 1280, 3840]) expect(measured(template, height)).toEqual(large);
  });
});
