import type { FontFamily } from "./font-catalog.ts";

/** An uploaded font, as far as the choice of fonts depends on it. */
export interface UploadedFont {
  /** Whether it has every visible character of a text. */
  covers(text: string): boolean;
  /**
   * The weight to request for a text: one that the file has as soon as it draws any of the text, and the requested weight for text that only
   * fallbacks draw.
   */
  weightFor(text: string, requested: number): number;
}

/** Emoji sequences as single characters of a font made for them. */
export interface JoinedEmoji {
  /** The name under which the font is registered. */
  alias: string;
  /** The text to draw with that font in the place of a text. */
  drawnText(text: string): string;
}

/** The font files of the place where captions are drawn. Files are registered under aliases, which a pen's `font` names. */
export interface FontLibrary {
  /**
   * Registers the subsets of a family that have any of these characters, and returns their aliases; null while the list
   * of subsets is loaded.
   */
  registerSubsets(
    family: FontFamily,
    weight: number,
    codePoints: readonly number[],
  ): readonly string[] | null;
  /** Registers the emoji font, and returns its alias. */
  registerEmoji(): string;
  /** Registers the face for letters with combining marks, and returns its alias. */
  registerMarkedLetters(weight: number): string;
  /** Returns the code points that a registered file has glyphs for, also while it is loaded; the ranges of its subset claim more. */
  codePointsOf(alias: string): ReadonlySet<number>;
  /** Whether the subsets of a family claim every character of a text. */
  isCovered(family: FontFamily, text: string): boolean;
  /** Returns the emoji of a text that this place would split; null if there are none. */
  joinEmoji(text: string): JoinedEmoji | null;
  /** Returns the uploaded font of this family name (core/fonts/file-family.ts); null for any other family. */
  uploadedFont(family: string): UploadedFont | null;
}
