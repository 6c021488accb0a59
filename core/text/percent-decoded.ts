/** Returns a percent-encoded text decoded; null for one that is malformed. */
export const percentDecoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
