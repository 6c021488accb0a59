import type { Task, TaskRequest, WordEntry } from "../../clients/typescript/src/client.ts";
import { outputGeometry, type Size, transparentCanvas } from "../../core/render-plan/output-geometry.ts";
import type { ExportSettings, RenderOptions } from "../../core/settings/render-settings.ts";

/** An uploaded font as the browser loads it. */
export interface SourceFont {
  /** Key of the file, as words and styles name it. */
  fileKey: string;
  url: string;
  /** Default weight, and all that it can draw as CSS's descriptor `font-weight`. */
  weight: number;
  weights: string;
  /** The characters that it has, as CSS's `unicode-range`. */
  characters: string;
}

/** What captions are laid out from: the words of a task and the settings that its output follows. */
export interface CaptionSource {
  words: readonly WordEntry[];
  /** The uploaded fonts that the words or the settings name, as far as they are known. */
  fonts: readonly SourceFont[];
  language: string | null;
  templateId: string;
  renderOptions: RenderOptions;
  /** Size of the output in pixels. */
  canvas: Size;
  /** Frames per second of the output. */
  fps: number;
  durationSeconds: number;
}

/** One page of captions. */
export interface CaptionPage {
  startSeconds: number;
  endSeconds: number;
  /** Start of its first word, as in the transcript. */
  firstWordSeconds: number;
}

/** Properties of a source video, as in the API. */
export interface SourceMetadata {
  duration: number;
  width: number | null;
  height: number | null;
}

/** Output frames per second when a request names none. */
const defaultFps = 30;

/** Returns the size of a task's output; null for an overlay without a size. */
export const outputSize = (settings: ExportSettings, media: SourceMetadata): Size | null => {
  if (settings.outputMode === "transparent") {
    const size = transparentCanvas(settings);
    return size.width > 0 && size.height > 0 ? size : null;
  }
  const { width, height } = media;
  return width === null || height === null ? null : outputGeometry(settings, { width, height }).canvas;
};

/** The settings of a request or a task that decide how its captions are drawn. */
export interface CaptionSettings {
  templateId: string;
  language?: string | null | undefined;
  renderOptions?: TaskRequest["renderOptions"] | Task["renderOptions"];
  exportSettings?: TaskRequest["exportSettings"] | Task["exportSettings"];
}

/** Returns what the captions of a task are laid out from; null for an output without a size. */
export const captionSource = (
  words: readonly WordEntry[],
  settings: CaptionSettings,
  media: SourceMetadata,
  fonts: readonly SourceFont[] = [],
): CaptionSource | null => {
  const exportSettings = (settings.exportSettings ?? {}) as ExportSettings;
  const canvas = outputSize(exportSettings, media);
  if (canvas === null) return null;
  return {
    words,
    fonts,
    language: settings.language ?? null,
    templateId: settings.templateId,
    renderOptions: (settings.renderOptions ?? {}) as CaptionSource["renderOptions"],
    canvas,
    fps: exportSettings.fps ?? defaultFps,
    durationSeconds: media.duration,
  };
};
