/**
 * A container's overrides hold 8,192 characters, with the task token (up to 2,048) and the rest of the job among them.
 * Counted as JSON inside JSON, the way the job is sent.
 */
const maxBytes = 4500;

/**
 * The phrases that fit into the speech container's job, in the client's order. Those beyond would change nothing: they
 * become the recogniser's prompt, and Whisper reads 224 tokens of it, a quarter of this.
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
