import { NamedError } from "../errors.ts";
import type { RenderOptions } from "../settings/render-settings.ts";
import { fontFileKey, fontIdOfFileKey } from "../storage/keys.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { FontStore } from "./font.ts";

/** An uploaded font that a video needs, as in its render job. */
export interface FontFile {
  fontId: string;
  fileKey: string;
}

/**
 * Returns the uploaded fonts that a task needs for its style and for words, each once. Throws NamedError FontNotFound
 * when one has been deleted.
 */
export const fontsOfTask = async (
  task: { accountId: string; request: { renderOptions: RenderOptions } },
  transcript: Transcript,
  { fonts }: { fonts: Pick<FontStore, "get"> },
): Promise<FontFile[]> => {
  const styled = task.request.renderOptions.styleOptions?.fontId;
  const keys = new Set(transcript.flatMap((entry) => entry.fontFileKey ?? []));
  const ids = new Set([...(styled === undefined ? [] : [styled]), ...[...keys].flatMap(idOf)]);
  const found = await Promise.all([...ids].map((id) => fonts.get(task.accountId, id)));
  return [...ids].map((fontId, index) => {
    const font = found[index] ?? null;
    if (font === null || font.deletedAt !== null) {
      const name = font === null ? fontId : `${font.filename} (${fontId})`;
      throw new NamedError(
        "FontNotFound",
        `The font ${name} has been deleted: upload it again and create a task with the new ID.`,
      );
    }
    return { fontId, fileKey: fontFileKey(fontId) };
  });
};

const idOf = (key: string): string[] => {
  const id = fontIdOfFileKey(key);
  return id === null ? [] : [id];
};
