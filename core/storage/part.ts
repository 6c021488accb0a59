/** A part of a long list. `cursor`: where the next part begins, opaque; null at the end of the list. */
export interface Part<T> {
  items: T[];
  cursor: string | null;
}

/** Where work on long lists that spans several runs continues. */
export interface Cursors {
  /** Returns null at the beginning of the list. */
  get(list: string): Promise<string | null>;
  set(list: string, cursor: string | null): Promise<void>;
}
