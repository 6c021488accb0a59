export interface JsonScan {
  /** Maximum nesting of arrays and objects. */
  depth: number;
  /** A field that occurs more than once in an object; null if there is none. */
  repeatedKey: string | null;
  /** Whether a field is named `__proto__`, which objects lose when they are copied. */
  hasPrototypeKey: boolean;
}

interface Level {
  /** Null for an array. */
  keys: Set<string> | null;
  /** Whether the next string is the name of a field. */
  atKey: boolean;
}

/** How far into the text the depth still matters: nothing is built from what is deeper. */
const depthLimit = 1000;

/**
 * Returns what JSON.parse does not report: the depth of nesting, a field that occurs more than once in an object (JSON.parse keeps
 * the last one), and fields named `__proto__`. One pass, without building values. The result for invalid JSON is arbitrary.
 */
export const scanJson = (text: string): JsonScan => {
  const levels: Level[] = [];
  const scan: JsonScan = { depth: 0, repeatedKey: null, hasPrototypeKey: false };
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

/** Returns the position of the closing quote, or the end of the text if there is none. */
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
  scan.hasPrototypeKey ||= key === "__proto__";
};

/** Resolves escapes: two spellings of a name are the same name. */
const unquoted = (quoted: string): string => {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
};
