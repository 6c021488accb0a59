/** The quotation marks that are open between two entries of a transcript. */
export interface OpenMarks {
  isStraightOpen: boolean;
  /** The typographic mark that was opened last, until it is closed; else empty. */
  typographic: string;
}

export const noOpenMarks = (): OpenMarks => ({ isStraightOpen: false, typographic: "" });

/** Marks that open in one language and close in another: „so“, »so«. */
const mirrored: Readonly<Record<string, string>> = { "„": "“", "‚": "‘", "»": "«" };
const closes: Readonly<Record<string, string>> = { "«": "»", "“": "”", "‘": "’" };
/** Brackets and inverted marks, also with quotation marks beside them: `("`, `"¿`. */
const openingMarks = /^(?=.*[\p{Ps}¿¡])["'\p{Ps}\p{Pi}\p{Pf}¿¡]+$/u;
const quotationMarks = /^["\p{Pi}\p{Pf}„‚]+$/u;

/** What the time of marks says of the words beside them. */
export interface MarkTime {
  /** Whether it is that of the next word, and not of the one before; null: of both, or unknown. */
  isBesideNext: boolean | null;
  /** Whether opening marks of the transcript have the time of their word, so that others close. */
  showsSides: boolean;
}

export const unknownTime: MarkTime = { isBesideNext: null, showsSides: false };

export const isQuotationMark = (text: string): boolean => quotationMarks.test(text);

/** Returns whether marks belong to the next word. */
export const isOpening = (text: string, open: OpenMarks, { isBesideNext, showsSides }: MarkTime): boolean => {
  if (quotationMarks.test(text) && (isBesideNext || (isBesideNext === false && showsSides)))
    return isBesideNext;
  // German and Danish close quotations with marks that open elsewhere.
  if ((text === "»" || text === "‘") && isBesideNext === false) return false;
  if (text === mirrored[open.typographic]) return false;
  if (text === '"') return !open.isStraightOpen;
  return openingMarks.test(text) || /^\p{Pi}+$/u.test(text) || (text === "»" && open.typographic === "");
};

/** Returns what is open after marks, which may have others beside quotation marks: `."` closes a quotation, too. */
export const afterMarks = (text: string, open: OpenMarks, opens: boolean): OpenMarks => {
  let { isStraightOpen, typographic } = open;
  for (const mark of text) {
    if (mark === '"') isStraightOpen = opens || !isStraightOpen;
    else if (mark === mirrored[typographic] || mark === closes[typographic]) typographic = "";
    else if (opens && quotationMarks.test(mark)) typographic = mark;
  }
  return { isStraightOpen, typographic };
};
