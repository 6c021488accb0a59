/** The files of a font package as a browser needs them: one JSON document beside the files. */
export interface FontIndex {
  /** The package's `unicode.json`: CSS's `unicode-range` by subset. */
  subsets: Readonly<Record<string, string>>;
  /** By the name of the file. */
  files: Readonly<Record<string, FontIndexFile>>;
}

export interface FontIndexFile {
  /** CSS's descriptor `font-weight`: one weight, or the range of a variable font. */
  weight: string;
  /** The code points that the file has glyphs for, as a `unicode-range`. */
  characters: string;
}

/** Name of the index of a package, without its scope. */
export const fontIndexName = (packageName: string): string => packageName.replace(/^@[\w-]+\//, "");

/** Name of the index of the faces for letters with combining marks. */
export const markedLettersIndex = "marked-letters";
