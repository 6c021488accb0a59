import type { ExportSettings } from "./render-settings.ts";

export type OutputMode = NonNullable<ExportSettings["outputMode"]>;

/** Returns the output mode: `outputMode`, else the legacy `greenScreen`, else composited. */
export const outputModeOf = (settings: ExportSettings): OutputMode =>
  settings.outputMode ?? (settings.greenScreen ? "greenScreen" : "composited");

/** Returns the extension of the output file. Source: specification, "Export settings", outputCodec. */
export const outputExtensionOf = (settings: ExportSettings): "mp4" | "mov" | "webm" => {
  if (outputModeOf(settings) !== "transparent") return "mp4";
  return settings.outputCodec === "vp9" ? "webm" : "mov";
};
