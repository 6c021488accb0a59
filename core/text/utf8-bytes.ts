/** Returns the length of a text in UTF-8. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
