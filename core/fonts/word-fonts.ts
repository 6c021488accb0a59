import { fontFileKey, fontIdOfFileKey } from "../storage/keys.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import type { Font, FontStore } from "./font.ts";

export interface ResolvedWords {
  /** The properties of its font replace `fontId`. */
  transcript: Transcript;
  /** Sentences that start with the field's path; if there are any, the transcript must be rejected. */
  problems: string[];
}

type FontsOf = Pick<FontStore, "get">;

/** Limits the reads of one request. */
const maxFonts = 100;
const maxProblems = 20;

/**
 * Resolves the fonts of words, which must be fonts of the account. Deleted fonts are resolved too: a task that needs
 * one fails when it is rendered. `path` precedes the index of an entry.
 * Source: specification, "Transcript word entry" (fontId).
 */
export const resolveWordFonts = async (
  transcript: Transcript,
  path: string,
  accountId: string,
  { fonts }: { fonts: FontsOf },
): Promise<ResolvedWords> => {
  const ids = new Set(transcript.flatMap((entry) => fontIdOf(entry) ?? []));
  if (ids.size > maxFonts) {
    const problem = `${path === "" ? "body" : path} must not use more than ${maxFonts} different fonts`;
    return { transcript, problems: [problem] };
  }
  const own = new Map<string, Font>();
  for (const font of await Promise.all([...ids].map((id) => fonts.get(accountId, id)))) {
    if (font !== null) own.set(font.id, font);
  }
  const problems: string[] = [];
  const resolved = transcript.map((entry, index) => {
    const font = own.get(fontIdOf(entry) ?? "");
    const name = `${path}[${index}]`;
    if (entry.fontId !== undefined) {
      if (font !== undefined) return withFont(entry, font);
      problems.push(`${name}.fontId must be the ID of one of your fonts`);
    } else if (entry.fontFileKey !== undefined && font === undefined) {
      problems.push(`${name}.fontFileKey must be the fileKey of one of your fonts`);
    }
    return entry;
  });
  return { transcript: resolved, problems: problems.slice(0, maxProblems) };
};

const fontIdOf = ({ fontId, fontFileKey: key }: WordEntry): string | null =>
  fontId ?? (key === undefined ? null : fontIdOfFileKey(key));

const withFont = ({ fontId: _, ...entry }: WordEntry, font: Font): WordEntry => ({
  ...entry,
  fontFamily: font.face.family,
  fontWeight: entry.fontWeight ?? font.face.weight,
  fontFileKey: fontFileKey(font.id),
});

/**
 * Returns an error sentence if a style's fontId is not a font of the account; else an empty list. `path` is the field of the
 * options.
 */
export const styleFontProblems = async (
  fontId: string | undefined,
  accountId: string,
  { fonts }: { fonts: FontsOf },
  path = "renderOptions",
): Promise<string[]> =>
  fontId === undefined || (await fonts.get(accountId, fontId)) !== null
    ? []
    : [`${path}.styleOptions.fontId must be the ID of one of your fonts`];
