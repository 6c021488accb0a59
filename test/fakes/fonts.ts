import { v7 } from "uuid";
import { NamedError } from "../../core/errors.ts";
import type { Font, FontStore } from "../../core/fonts/font.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { createdAt } from "./builders.ts";

export const aFont = (fields: Partial<Font> = {}): Font => ({
  id: v7(),
  accountId: "account",
  filename: "Brand.ttf",
  sizeBytes: 10_852,
  face: {
    format: "ttf",
    family: "Brand",
    style: "Bold",
    weight: 700,
    weightRange: null,
    isVariable: false,
  },
  createdAt,
  deletedAt: null,
  ...fields,
});

export const createMemoryFonts = (): FontStore => {
  const fonts = new Map<string, Font>();
  const alive = (accountId: string): Font[] =>
    [...fonts.values()].filter((font) => font.accountId === accountId && font.deletedAt === null);
  return {
    create: async (font, limit) => {
      if (fonts.has(font.id)) throw new WriteConflict("The font exists");
      if (alive(font.accountId).length >= limit)
        throw new NamedError("FontLimitExceeded", "No place is left.");
      fonts.set(font.id, structuredClone(font));
    },
    get: async (accountId, fontId) => {
      const font = fonts.get(fontId);
      return font?.accountId === accountId ? structuredClone(font) : null;
    },
    list: async (accountId, page, limit) => {
      const own = alive(accountId).sort((a, b) => (a.id < b.id ? 1 : -1));
      return {
        items: structuredClone(own.slice((page - 1) * limit, page * limit)),
        totalCount: own.length,
      };
    },
    count: async (accountId) => alive(accountId).length,
    delete: async (accountId, fontId, deletedAt) => {
      const font = alive(accountId).find(({ id }) => id === fontId);
      if (font === undefined) return false;
      font.deletedAt = deletedAt;
      return true;
    },
  };
};
