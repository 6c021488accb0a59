import type { Account } from "../accounts/account.ts";
import { type PlanStore, planOf } from "../accounts/plan.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import type { Font, FontStore } from "./font.ts";
import type { FontFace } from "./font-face.ts";

export interface NewFont {
  /** Chosen before the font is created, so that a repeated request finds the same font. */
  fontId: string;
  account: Pick<Account, "id" | "plan">;
  /** File name in the request; null without one. */
  filename: string | null;
  sizeBytes: number;
  face: FontFace;
}

/** The response of POST /fonts. */
export interface FontCreated {
  id: string;
  filename: string;
  fontFamily: string;
  fontStyle: string;
  createdAt: string;
  remainingFontLimit: number;
}

/** Records a font whose file is in the bucket under fontFileKey(fontId). Throws NamedError FontLimitExceeded. */
export const recordFont = async (
  { fontId, account, filename, sizeBytes, face }: NewFont,
  deps: {
    fonts: Pick<FontStore, "create" | "get" | "count">;
    plans: Pick<PlanStore, "get">;
    now: () => Date;
  },
): Promise<FontCreated> => {
  const name = cleanFilename(filename) ?? `font.${face.format}`;
  const font: Font = {
    id: fontId,
    accountId: account.id,
    filename: name,
    sizeBytes,
    face: { ...face, family: face.family ?? name.replace(/\.[^.]*$/, "") },
    createdAt: deps.now().toISOString(),
    deletedAt: null,
  };
  const { fontLimit } = await planOf(account, deps);
  const { face: stored, createdAt } = await createOrFind(font, fontLimit, deps.fonts);
  return {
    id: fontId,
    filename: name,
    fontFamily: stored.family,
    fontStyle: stored.style,
    createdAt,
    remainingFontLimit: Math.max(0, fontLimit - (await deps.fonts.count(account.id))),
  };
};

/** Stores a font, or returns the one that an earlier attempt of the same request has created. */
const createOrFind = async (
  font: Font,
  limit: number,
  fonts: Pick<FontStore, "create" | "get">,
): Promise<Font> => {
  try {
    await fonts.create(font, limit);
    return font;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const existing = await fonts.get(font.accountId, font.id);
    if (existing === null) throw error;
    return existing;
  }
};
