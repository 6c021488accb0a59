const leadingMarks = /^(?:[\s"'“”„‘’‚«»‹›([{¿¡「『（【《〈…—]|–(?!\d)|\.{2,})+/u;
const trailingMarks = /(?:[\s"“”«»‹›)\]},.;:!?…、。，．！？：；،؛؟۔।॥」』）】》〉–—]|-{2,})+$/u;

/**
 * Words that have lost their beginning, so that their apostrophe is no quotation mark: "tell 'em", the ’90s, German 'ne,
 * Dutch 't, Italian 'sto.
 */
const clippedWord =
  /^['’](?:\d0e?s?|cause|cuz|em|till?|tis|twas|bout|round|kay|n(?:e[mnrs]?)?|na|ndrangheta|st[aeio]|[kmrst]|ie)(?![\p{L}\d])/iu;

/**
 * Returns the word without the marks around it: "(Ford," becomes Ford; "U.S." and "don’t" do not change. A letter keeps its
 * period as an initial ("J. Smith"), but not at the end of a sentence (Portuguese "não é.").
 */
export const withoutPunctuation = (text: string, endsSentence: boolean): string => {
  const marks = text.match(leadingMarks)?.[0] ?? "";
  const isClipped = marks !== "" && clippedWord.test(text.slice(marks.length - 1));
  const opened = isClipped ? marks.slice(0, -1) : marks;
  let bare = text.slice(opened.length);
  if (/\.\p{L}\.$/u.test(bare) || (/^\p{L}\.$/u.test(bare) && !endsSentence)) return bare;
  bare = bare.replace(trailingMarks, "");
  // A closing quote is only removed when it was opened: "dogs’" keeps its apostrophe.
  return /['‘’‚]/u.test(opened) ? bare.replace(/['’‘]$/u, "") : bare;
};
