/** ID of the language model of the one-machine engine. It is not a model of AWS, so no policy names it. */
export const localModel = "local";

/** The model rejects a text, such as a talk about a crime; a retry would be rejected too. */
export class TextRejected extends Error {
  override readonly name = "TextRejected";
}

/** A language model of any provider. Responses are untrusted and must be validated. */
export interface LanguageModel {
  name: string;
  /** Rejects without a response; with TextRejected if the model rejects the text. */
  generate(prompt: { system: string; user: string; maxTokens: number }): Promise<string>;
}

/** Characters that are scanned per character of a text, so that a response of unclosed brackets takes linear time. */
const maxScansPerCharacter = 30;

/** A response of the maximum number of tokens is shorter; of a longer one the end counts, where the result is. */
const maxCharacters = 400_000;

/** Returns the outermost JSON objects and arrays in a response, in linear time. */
export const jsonValuesIn = (response: string): unknown[] => {
  const text = response.slice(-maxCharacters);
  const values: unknown[] = [];
  let budget = maxScansPerCharacter * text.length;
  for (let at = 0; at < text.length && budget > 0; at += 1) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    const end = endOfJson(text, at);
    budget -= (end ?? text.length) - at;
    if (end === null) continue;
    try {
      values.push(JSON.parse(text.slice(at, end)));
      at = end - 1;
    } catch {
      // Braces in prose may still contain JSON.
    }
  }
  return values;
};

/** Index after the bracket that closes the one at `start`; null without one. */
const endOfJson = (text: string, start: number): number | null => {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
};
