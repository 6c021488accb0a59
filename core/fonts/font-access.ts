import type { FontView } from "../api/schemas/fonts.ts";
import { NamedError } from "../errors.ts";
import { fontFileKey } from "../storage/keys.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import type { Font, FontStore } from "./font.ts";

const fontItem = (font: Font): FontView => ({
  id: font.id,
  filename: font.filename,
  fontFamily: font.face.family,
  fontStyle: font.face.style,
  createdAt: font.createdAt,
});

const fontNotFound = (): NamedError => new NamedError("NotFound", "The font does not exist.");

/** Returns one page, newest first; `page` counts from 1. */
export const listFonts = async (
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
  { fonts }: { fonts: Pick<FontStore, "list"> },
): Promise<{ data: FontView[]; page: number; limit: number; totalCount: number }> => {
  const { items, totalCount } = await fonts.list(accountId, page, limit);
  return { data: items.map(fontItem), page, limit, totalCount };
};

const linkMs = 86_400_000;

/** Throws NamedError NotFound. */
export const getFont = async (
  { accountId, fontId }: { accountId: string; fontId: string },
  deps: { fonts: Pick<FontStore, "get">; links: MediaLinks; now: () => Date },
): Promise<FontView> => {
  const font = await deps.fonts.get(accountId, fontId);
  if (font === null || font.deletedAt !== null) throw fontNotFound();
  const { weight, weightRange, format, isVariable, characters } = font.face;
  const key = fontFileKey(font.id);
  const expiresAt = new Date(deps.now().getTime() + linkMs).toISOString();
  return {
    ...fontItem(font),
    fontWeight: weight,
    format,
    isVariable,
    fileKey: key,
    weights: weightRange === null ? `${weight}` : `${weightRange.min} ${weightRange.max}`,
    ...(characters === undefined ? {} : { characters }),
    fileUrl: await deps.links.signDownload(key, expiresAt, font.filename, `font/${format}`),
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
