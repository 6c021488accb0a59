import { readFileSync } from "node:fs";
import { joinGlyphs } from "../../adapters/fonts/joined-glyphs.ts";
import type { JoinedEmoji } from "../../core/drawing/font-library.ts";
import { GlobalFonts } from "./skia.ts";

/**
 * Emoji sequences that Skia splits: it starts a new run of text between a character with text presentation and one with
 * emoji presentation, so that ❤️‍🔥 and 🏳️‍🌈 become two glyphs.
 */
const splitSequence =
  /(?!\p{Emoji_Presentation})\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?\u200D\p{Emoji_Presentation}/u;

/** In the last private-use plane, which icon fonts do not use at its end. */
const firstCodePoint = 0x10f800;
const maxSequences = 0x700;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const sequencesOf = (text: string): string[] =>
  splitSequence.test(text)
    ? [...new Set([...graphemes.segment(text)].map(({ segment }) => segment))].filter((one) =>
        splitSequence.test(one),
      )
    : [];

const registered = new Map<string, JoinedEmoji | null>();

/**
 * Returns a font with the emoji sequences of a text that Skia would split, each as a single character.
 *
 * @returns null when there are none
 */
export const joinEmoji = (text: string, family: string, fontPath: () => string): JoinedEmoji | null => {
  const sequences = sequencesOf(text).sort().slice(0, maxSequences);
  if (sequences.length === 0) return null;
  const alias = `${family}/joined/${sequences.join("/")}`;
  const known = registered.get(alias);
  if (known !== undefined) return known;
  const { font, codePoints } = joinGlyphs(readFileSync(fontPath()), sequences, firstCodePoint);
  if (codePoints.size > 0 && GlobalFonts.register(Buffer.from(font), alias) === null)
    throw new Error("the font of joined emoji cannot be used");
  const drawnText = (drawn: string): string => {
    if (!splitSequence.test(drawn)) return drawn;
    return [...graphemes.segment(drawn)]
      .map(({ segment }) => {
        const codePoint = codePoints.get(segment);
        return codePoint === undefined ? segment : String.fromCodePoint(codePoint);
      })
      .join("");
  };
  const made = codePoints.size > 0 ? { alias, drawnText } : null;
  registered.set(alias, made);
  return made;
};
