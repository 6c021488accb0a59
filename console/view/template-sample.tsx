import { useMemo } from "react";
import type { ResponseOf, WordEntry } from "../../clients/typescript/src/client.ts";
import { type CaptionSettings, captionSource, type SourceMetadata } from "../captions/caption-source.ts";
import { CaptionStill } from "../captions/caption-still.tsx";
import { sampleMoment } from "../captions/sample-words.ts";
import { useSourceFonts } from "../captions/use-source-fonts.ts";
import { TemplatePreview } from "./template-preview.tsx";

interface TemplateSampleProps {
  template: ResponseOf<"listTemplates">[number];
  /** Empty: the template's own preview is shown. */
  words: readonly WordEntry[];
  settings: Omit<CaptionSettings, "templateId">;
  media: SourceMetadata;
}

/** A template drawn with the user's words and settings. */
export const TemplateSample = ({ template, words, settings, media }: TemplateSampleProps) => {
  const fonts = useSourceFonts(words, settings.renderOptions);
  const source = useMemo(
    () =>
      words.length === 0
        ? null
        : captionSource(words, { ...settings, templateId: template.id }, media, fonts),
    [words, settings, template.id, media, fonts],
  );
  if (source === null) return <TemplatePreview template={template} />;
  return <CaptionStill source={source} seconds={sampleMoment(words)} label={template.name} />;
};
