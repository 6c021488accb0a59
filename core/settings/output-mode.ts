import type { ExportSettings } from "./render-settings.ts";

export type OutputMode = NonNullable<ExportSettings["outputMode"]>;

/** The mode in force: `outputMode`, else the legacy `greenScreen`, else composited. */
export const outputModeOf = (settings: ExportSettings): OutputMode =>
  settings.outputMode ?? (settings.greenScreen ? "greenScreen" : "composited");

/** The extension of the output file. Source: specification, "Export settings", outputCodec. */
export const outputExtensionOf = (settings: ExportSettings): "mp4" | "mov" | "webm" => {
  if (outputModeOf(settings) !== "transparent") return "mp4";
  return settings.outputCodec === "vp9" ? "webm" : "mov";
};
