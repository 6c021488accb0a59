export interface JsonScan {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** A field that some object names twice; null when none does. */
  repeatedKey: string | null;
}

interface Level {
  /** Null in an array. */
  keys: Set<string> | null;
  /** Whether the next string names a field. */
  atKey: boolean;
}

/** How far into the text the depth still matters: nothing is built from what is deeper. */
const depthLimit = 1000;

/**
 * What JSON.parse does not tell of a text: how deep it nests, and whether an object names a field twice (the last one
 * would silently win). In one pass and before anything is built from it. A text that is not JSON gives some answer.
 */
export const scanJson = (text: string): JsonScan => {
  const levels: Level[] = [];
  const scan: JsonScan = { depth: 0, repeatedKey: null };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfString(text, index);
      if (level?.keys && level.atKey) note(text.slice(index, end + 1), level, scan);
      index = end;
    } else if (character === "{" || character === "[") {
      levels.push({ keys: character === "{" ? new Set() : null, atKey: character === "{" });
      scan.depth = Math.max(scan.depth, levels.length);
      if (levels.length > depthLimit) return scan;
    } else if (character === "}" || character === "]") levels.pop();
    else if (character === "," && level) level.atKey = level.keys !== null;
  }
  return scan;
};

/** Position of the closing quote; the end of the text when there is none. */
const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
};

const note = (quoted: string, level: Level, scan: JsonScan): void => {
  level.atKey = false;
  const key = unquoted(quoted);
  if (level.keys?.has(key)) scan.repeatedKey ??= key;
  level.keys?.add(key);
};

/** Two spellings of a name, one with escapes, are the same name. */
const unquoted = (quoted: string): string => {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
};
