import type { Task, TaskRequest, WordEntry } from "../../clients/typescript/src/client.ts";
import { outputGeometry, type Size, transparentCanvas } from "../../core/render-plan/output-geometry.ts";
import type { ExportSettings, RenderOptions } from "../../core/settings/render-settings.ts";

/** What captions are laid out from: the words of a task and the settings that its output follows. */
export interface CaptionSource {
  words: readonly WordEntry[];
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

/** What the API says of a source video. */
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
): CaptionSource | null => {
  const exportSettings = (settings.exportSettings ?? {}) as ExportSettings;
  const canvas = outputSize(exportSettings, media);
  if (canvas === null) return null;
  return {
    words,
    language: settings.language ?? null,
    templateId: settings.templateId,
    renderOptions: (settings.renderOptions ?? {}) as CaptionSource["renderOptions"],
    canvas,
    fps: exportSettings.fps ?? defaultFps,
    durationSeconds: media.duration,
  };
};
