/** A language model, whoever runs it: one question, one answer. Its answers are to be checked, never trusted. */
export interface LanguageModel {
  name: string;
  /** Rejects when there is no answer. */
  generate(question: { system: string; user: string; maxTokens: number }): Promise<string>;
}

/** Every object and array that stands whole in a text, the outermost only. */
export const jsonValuesIn = (text: string): unknown[] => {
  const values: unknown[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    const end = endOfJson(text, at);
    if (end === null) continue;
    try {
      values.push(JSON.parse(text.slice(at, end)));
      at = end - 1;
    } catch {
      // Braces in prose: what stands inside them may still be an answer.
    }
  }
  return values;
};

/** Behind the bracket that closes the one at `start`; null when none does. */
const endOfJson = (text: string, start: number): number | null => {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
};
