import type { Cursors, Part } from "../../core/storage/part.ts";

/** A part of a list that may change between its parts; the cursor is the ID of the last item. */
export const partOf = <T extends { id: string }>(
  all: readonly T[],
  limit: number,
  cursor: string | null,
): Part<T> => {
  const ordered = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const rest = ordered.filter(({ id }) => cursor === null || id > cursor);
  const items = rest.slice(0, limit);
  return { items, cursor: rest.length > limit ? (items.at(-1)?.id ?? null) : null };
};

export const createMemoryCursors = (): Cursors => {
  const cursors = new Map<string, string | null>();
  return {
    get: async (list) => cursors.get(list) ?? null,
    set: async (list, cursor) => void cursors.set(list, cursor),
  };
};

/** The IDs of all parts of a list, sorted. */
export const allParts = async <T extends { id: string }>(
  read: (cursor: string | null) => Promise<Part<T>>,
): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const part: Part<T> = await read(cursor);
    ids.push(...part.items.map(({ id }) => id));
    cursor = part.cursor;
  } while (cursor !== null);
  return ids.sort();
};
