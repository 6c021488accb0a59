import type { ResponseOf, WordEntry } from "../../clients/typescript/src/client.ts";
import { fontIdOfFileKey } from "../../core/storage/keys.ts";
import type { CaptionSettings, SourceFont } from "./caption-source.ts";

/** IDs of the uploaded fonts that captions are drawn with. */
export const fontIdsOf = (
  words: readonly WordEntry[],
  renderOptions: CaptionSettings["renderOptions"],
): string[] => {
  const style = (renderOptions as { styleOptions?: { fontId?: string } } | undefined)?.styleOptions?.fontId;
  const ofWords = words.map(
    ({ fontId, fontFileKey }) => fontId ?? (fontFileKey === undefined ? null : fontIdOfFileKey(fontFileKey)),
  );
  return [...new Set([style ?? null, ...ofWords].filter((id) => id !== null))];
};

/** What the browser needs of a font; null for a font whose characters the service does not know. */
export const toSourceFont = (font: ResponseOf<"getFont">): SourceFont | null => {
  const { fileKey, fileUrl, fontWeight, weights, characters } = font;
  const isKnown =
    fileKey !== undefined && fileUrl !== undefined && weights !== undefined && characters !== undefined;
  return isKnown ? { fileKey, url: fileUrl, weight: fontWeight ?? 400, weights, characters } : null;
};
