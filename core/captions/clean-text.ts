/**
 * Marks that begin an embedding, an override or an isolate, with the mark that ends it.
 * Source: UAX #9, "Unicode Bidirectional Algorithm", 2.1 to 2.5.
 */
const popEmbedding = "\u202C";
const popIsolate = "\u2069";
const directionMark = /[\u202A-\u202E\u2066-\u2069]/u;

/** Ends what was begun and takes out ends of nothing, so that a word's direction marks reach no other word. */
const closeDirections = (text: string): string => {
  if (!directionMark.test(text)) return text;
  const open: string[] = [];
  let closed = "";
  for (const character of text) {
    if (character === popEmbedding || character === popIsolate) {
      if (open.at(-1) !== character) continue;
      open.pop();
    } else if (/[\u2066-\u2068]/u.test(character)) open.push(popIsolate);
    else if (directionMark.test(character)) open.push(popEmbedding);
    closed += character;
  }
  return closed + open.reverse().join("");
};

/** Halves of pairs, annotation marks, place holders, and letters that are blank by design: nothing to be seen. */
const neverDrawn = /[\p{Cs}\uFFF9-\uFFFC\u115F\u1160\u3164\uFFA0]/gu;

/** The frame of a key around anything but a key's sign. */
const strayKeycap = /(?<![0-9#*]\uFE0F?)\u20E3/gu;

/** Invisible signs only: joiners and direction marks that join and turn nothing. */
const nothingToSee = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}]*$/u;

/**
 * Text as it may be drawn: composed, white space of any kind and length one space, control characters gone. Joiners,
 * variation selectors and direction marks stay, for they shape what is drawn. Empty when there is nothing to see.
 */
export const cleanText = (text: string): string => {
  const cleaned = text
    .replace(neverDrawn, "")
    .replace(strayKeycap, "")
    .normalize("NFC")
    // JavaScript counts the byte order mark as white space, and the next-line control not.
    .replace(/\uFEFF/gu, "\u2060")
    .replace(/[\s\u0085]+/gu, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
  return nothingToSee.test(cleaned) ? "" : closeDirections(cleaned);
};

const suspicious = /[\p{M}\p{Cn}\p{Co}\p{Cf}]/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const unassigned = /\p{Cn}/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const isNeeded = (character: string): boolean => !ignorable.test(character) || unassigned.test(character);

/**
 * Takes out what would be drawn as an empty box and says nothing: combining marks that no font can put on their letter,
 * unassigned and private characters that no font has. Letters stay, also as boxes: something stands there.
 *
 * @param isCovered whether one font has all of these characters
 */
export const withoutBoxes = (text: string, isCovered: (characters: readonly string[]) => boolean): string => {
  if (!suspicious.test(text)) return text;
  const covered = (cluster: string): boolean =>
    [cluster, cluster.normalize("NFD")].some((form) => isCovered([...form].filter(isNeeded)));
  let drawn = "";
  for (const { segment } of graphemes.segment(text)) {
    if (!suspicious.test(segment) || covered(segment)) {
      drawn += segment;
      continue;
    }
    let kept = "";
    for (const character of segment) {
      if (!suspicious.test(character) || covered((kept + character).normalize("NFC"))) kept += character;
    }
    drawn += kept;
  }
  return drawn.normalize("NFC");
};

const isEmoji = /\p{Extended_Pictographic}|^\p{Regional_Indicator}{2}$|^[0-9#*]\uFE0F?\u20E3$/u;

/** The emoji of a word's `emoji` field, without anything else that stands there; null when none can be drawn. */
export const emojiOf = (
  text: string,
  isCovered: (characters: readonly string[]) => boolean,
): string | null => {
  const found = [...graphemes.segment(cleanText(text))]
    .map(({ segment }) => segment)
    .filter((segment) => isEmoji.test(segment) && isCovered([...segment].filter(isNeeded)));
  return found.length > 0 ? found.join("") : null;
};
