import * as z from "zod";
import { fontFaceSchema } from "./font-face.ts";

/** An uploaded font of an account. Its file is in the media bucket under fontFileKey(id). */
export const fontSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  filename: z.string(),
  /** Size of the uploaded file. */
  sizeBytes: z.number().int().positive(),
  face: fontFaceSchema.extend({ family: z.string() }),
  createdAt: z.string(),
  /** Null unless deleted. The record remains, so that a failed task can name the deleted font. */
  deletedAt: z.string().nullable(),
});
export type Font = z.infer<typeof fontSchema>;

export interface FontStore {
  /**
   * Stores a font unless the account has `limit` of them. Updates the account's count in the same transaction, so that
   * concurrent requests cannot exceed it. Throws NamedError FontLimitExceeded, WriteConflict when the ID exists.
   */
  create(font: Font, limit: number): Promise<void>;
  /** Returns the font, also a deleted one; null for a font of another account. */
  get(accountId: string, fontId: string): Promise<Font | null>;
  /** Returns a page of fonts that are not deleted, newest first; `page` counts from 1. */
  list(accountId: string, page: number, limit: number): Promise<{ items: Font[]; totalCount: number }>;
  /** Returns the number of fonts of the account. */
  count(accountId: string): Promise<number>;
  /** Marks a font as deleted. Returns false when the account has no such font or it is deleted already. */
  delete(accountId: string, fontId: string, deletedAt: string): Promise<boolean>;
}
