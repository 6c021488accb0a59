import { outputModeOf } from "./output-mode.ts";
import type { ExportSettings, RenderOptions } from "./render-settings.ts";

/** Returns whether the crop of an output follows the speaker: not where the whole frame is shown, or none of it. */
export const outputFollowsSpeaker = (settings: ExportSettings): boolean =>
  settings.fitPosition === "speaker" && settings.fit !== "contain" && outputModeOf(settings) === "composited";

/** Returns whether the captions of an output keep off faces: only where it shows the source. */
export const captionsAvoidFaces = (options: RenderOptions, settings: ExportSettings): boolean =>
  options.styleOptions?.top === "auto" && outputModeOf(settings) === "composited";

/**
 * Checks combinations of export settings; the schema (render-settings.ts) checks single values. Source: specification,
 * "Export settings", and docs/decisions.
 *
 * @param path precedes the field names in the sentences
 * @returns one sentence per violated rule
 */
export const brokenExportRules = (settings: ExportSettings, path = "exportSettings"): string[] => {
  const broken: string[] = [];
  const mode = outputModeOf(settings);
  const isPreset = settings.aspectRatio !== undefined && settings.aspectRatio !== "original";
  const hasSize = settings.width !== undefined || settings.height !== undefined;
  if (settings.greenScreen && settings.outputMode !== undefined && settings.outputMode !== "greenScreen")
    broken.push(
      `${path}.greenScreen cannot be true with ${path}.outputMode ${settings.outputMode}: omit greenScreen`,
    );
  if (settings.outputCodec !== undefined && mode !== "transparent")
    broken.push(`${path}.outputCodec is only valid when ${path}.outputMode is transparent`);
  if (mode === "transparent") {
    for (const field of ["width", "height"] as const)
      if (settings[field] === undefined)
        broken.push(`${path}.${field} is required when ${path}.outputMode is transparent`);
    if (isPreset)
      broken.push(
        `${path}.aspectRatio is not supported when ${path}.outputMode is transparent: set width and height`,
      );
  } else if (isPreset && hasSize) {
    const given = (["width", "height"] as const).filter((field) => settings[field] !== undefined);
    for (const field of given)
      broken.push(
        `${path}.${field} cannot be combined with ${path}.aspectRatio ${settings.aspectRatio}: send one of them`,
      );
  }
  for (const field of ["fit", "fitPosition"] as const)
    if (settings[field] !== undefined && !isPreset)
      broken.push(`${path}.${field} is only valid when ${path}.aspectRatio is 9:16, 4:5, 1:1 or 16:9`);
  return broken;
};
