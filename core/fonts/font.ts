import { z } from "zod";
import { fontFaceSchema } from "./font-face.ts";

/** A font that an account has uploaded. Its file lies in the media bucket under fontFileKey(id). */
export const fontSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  filename: z.string(),
  /** Of the file as it was uploaded. */
  sizeBytes: z.number().int().positive(),
  face: fontFaceSchema.extend({ family: z.string() }),
  createdAt: z.string(),
  /** Null while it can be used. The record stays, so that tasks can say which font is gone. */
  deletedAt: z.string().nullable(),
});
export type Font = z.infer<typeof fontSchema>;

export interface FontStore {
  /**
   * Stores a font unless the account has `limit` of them: one transaction with the account's count, so that requests at
   * once cannot go beyond it. Throws NamedError FontLimitExceeded, WriteConflict when the id is taken.
   */
  create(font: Font, limit: number): Promise<void>;
  /** Also a deleted one; null for another account's. */
  get(accountId: string, fontId: string): Promise<Font | null>;
  /** Fonts that are not deleted, newest first; `page` counts from 1. */
  list(accountId: string, page: number, limit: number): Promise<{ items: Font[]; totalCount: number }>;
  /** How many fonts the account has. */
  count(accountId: string): Promise<number>;
  /** Marks it deleted and frees its place; false when the account has no such font, or not any more. */
  delete(accountId: string, fontId: string, deletedAt: string): Promise<boolean>;
}
