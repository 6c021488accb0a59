import { fontFileKey, fontIdOfFileKey } from "../storage/keys.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import type { Font, FontStore } from "./font.ts";

export interface ResolvedWords {
  /** Without `fontId`: its font's properties stand there instead. */
  transcript: Transcript;
  /** Sentences that begin with the field's path; the transcript is not to be used when there are any. */
  problems: string[];
}

type FontsOf = Pick<FontStore, "get">;

/** More different fonts than these no caption has; each costs a read. */
const maxFonts = 100;
const maxProblems = 20;

/**
 * Resolves the fonts of words as a client writes them, each of which must be the account's own; one that the account
 * has deleted still resolves, and fails the task when it is needed. `path` stands before the index of an entry.
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
      problems.push(`${name}.fontId must be the id of one of your fonts`);
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

/** The sentence for a style's fontId that is not the account's own; nothing when it is, or there is none. `path` is that of the options. */
export const styleFontProblems = async (
  fontId: string | undefined,
  accountId: string,
  { fonts }: { fonts: FontsOf },
  path = "renderOptions",
): Promise<string[]> =>
  fontId === undefined || (await fonts.get(accountId, fontId)) !== null
    ? []
    : [`${path}.styleOptions.fontId must be the id of one of your fonts`];
