/**
 * Characters that end an embedding or override, and an isolate.
 * Source: UAX #9, "Unicode Bidirectional Algorithm", 2.1 to 2.5.
 */
const popEmbedding = "\u202C";
const popIsolate = "\u2069";
const directionMark = /[\u202A-\u202E\u2066-\u2069]/u;

/** Closes open directional formatting and removes unmatched ends, so that it does not affect other words. */
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

/** Unpaired surrogates, annotation characters, placeholders, and letters that are blank by definition. */
const neverDrawn = /[\p{Cs}\uFFF9-\uFFFC\u115F\u1160\u3164\uFFA0]/gu;

/** A combining keycap after a character that has no keycap. */
const strayKeycap = /(?<![0-9#*]\uFE0F?)\u20E3/gu;

/** Invisible characters only. */
const onlyInvisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}]*$/u;

/**
 * Returns the text to draw: normalized to NFC, with single spaces, without control characters. Joiners, variation
 * selectors and directional characters are kept, because they affect shaping. Empty when nothing is visible.
 */
export const cleanText = (text: string): string => {
  const cleaned = text
    .replace(neverDrawn, "")
    .replace(strayKeycap, "")
    .normalize("NFC")
    // In JavaScript, \s matches the byte order mark and does not match U+0085 (next line).
    .replace(/\uFEFF/gu, "\u2060")
    .replace(/[\s\u0085]+/gu, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
  return onlyInvisible.test(cleaned) ? "" : closeDirections(cleaned);
};

const suspicious = /[\p{M}\p{Cn}\p{Co}\p{Cf}]/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const unassigned = /\p{Cn}/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const isNeeded = (character: string): boolean => !ignorable.test(character) || unassigned.test(character);

/**
 * Removes characters that would be drawn as empty boxes: combining marks that no font can combine with their letter,
 * and unassigned and private-use characters that no font has. Letters are kept even if no font has them.
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

/** Returns only the emoji of an `emoji` field; null when none can be drawn. */
export const emojiOf = (
  text: string,
  isCovered: (characters: readonly string[]) => boolean,
): string | null => {
  const found = [...graphemes.segment(cleanText(text))]
    .map(({ segment }) => segment)
    .filter((segment) => isEmoji.test(segment) && isCovered([...segment].filter(isNeeded)));
  return found.length > 0 ? found.join("") : null;
};
