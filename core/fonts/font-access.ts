import type { FontView } from "../api/schemas/fonts.ts";
import { NamedError } from "../errors.ts";
import { fontFileKey } from "../storage/keys.ts";
import type { Font, FontStore } from "./font.ts";

const fontItem = (font: Font): FontView => ({
  id: font.id,
  filename: font.filename,
  fontFamily: font.face.family,
  fontStyle: font.face.style,
  createdAt: font.createdAt,
});

const fontNotFound = (): NamedError => new NamedError("NotFound", "There is no font with this id.");

/** Returns one page, newest first; `page` counts from 1. */
export const listFonts = async (
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
  { fonts }: { fonts: Pick<FontStore, "list"> },
): Promise<{ data: FontView[]; page: number; limit: number; totalCount: number }> => {
  const { items, totalCount } = await fonts.list(accountId, page, limit);
  return { data: items.map(fontItem), page, limit, totalCount };
};

/** Throws NamedError NotFound. */
export const getFont = async (
  { accountId, fontId }: { accountId: string; fontId: string },
  { fonts }: { fonts: Pick<FontStore, "get"> },
): Promise<FontView> => {
  const font = await fonts.get(accountId, fontId);
  if (font === null || font.deletedAt !== null) throw fontNotFound();
  const { weight, format, isVariable } = font.face;
  return {
    ...fontItem(font),
    fontWeight: weight,
    format,
    isVariable,
    fileKey: fontFileKey(font.id),
    size: font.sizeBytes,
  };
};

/** Deletes a font and its file. Tasks that need it fail from then on. Throws NamedError NotFound. */
export const deleteFont = async (
  { accountId, fontId }: { accountId: string; fontId: string },
  deps: {
    fonts: Pick<FontStore, "delete">;
    bucket: { delete(key: string): Promise<void> };
    now: () => Date;
  },
): Promise<void> => {
  const isDeleted = await deps.fonts.delete(accountId, fontId, deps.now().toISOString());
  if (!isDeleted) throw fontNotFound();
  await deps.bucket.delete(fontFileKey(fontId));
};
