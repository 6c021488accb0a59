import type { TaskRequest } from "../../clients/typescript/src/client.ts";

export type Export = NonNullable<TaskRequest["exportSettings"]>;

/** The size of an overlay for a source without a video stream. */
const upright = { width: 1080, height: 1920 };

interface SourceSize {
  width: number | null;
  height: number | null;
}

/** Fields that only some of the other choices allow. Source: core/settings/export-rules.ts. */
const removedFields = (settings: Export): readonly (keyof Export)[] => {
  const { outputMode = "composited", aspectRatio = "original", fit } = settings;
  if (outputMode === "transparent") return ["aspectRatio", "fit", "fitPosition"];
  if (aspectRatio === "original") return ["outputCodec", "fit", "fitPosition"];
  // The whole frame is shown: there is no crop to place.
  return ["outputCodec", "width", "height", ...(fit === "contain" ? (["fitPosition"] as const) : [])];
};

/**
 * Removes the settings that the API does not accept together with the others, and gives an overlay the size that it requires: that of the
 * source.
 */
export const consistentExport = (settings: Export, source: SourceSize): Export => {
  const removed = new Set<string>(removedFields(settings));
  const kept: Export = Object.fromEntries(Object.entries(settings).filter(([name]) => !removed.has(name)));
  if (settings.outputMode !== "transparent") return kept;
  return { width: source.width ?? upright.width, height: source.height ?? upright.height, ...kept };
};
