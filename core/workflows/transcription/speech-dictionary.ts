/**
 * The overrides of a container are limited to 8,192 characters, including the task token (up to 2,048) and the rest of the
 * task input. Counted as JSON inside JSON, as the input is sent.
 */
const maxBytes = 4500;

/**
 * Returns the phrases that fit into the speech container's input, in the client's order. More would have no effect: they
 * become the recognizer's prompt, of which Whisper reads 224 tokens, a quarter of this.
 */
export const dictionaryForJob = (dictionary: readonly string[]): string[] => {
  const fitting: string[] = [];
  let bytes = 0;
  for (const phrase of dictionary) {
    bytes += new TextEncoder().encode(JSON.stringify(JSON.stringify(phrase))).length;
    if (bytes > maxBytes) break;
    fitting.push(phrase);
  }
  return fitting;
};
