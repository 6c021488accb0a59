import type { Recognition } from "../recognition.ts";
import { tokenize } from "./reference-tokens.ts";

/** A recognized word or character with its comparison key. */
export type RecognizedToken = Recognition["words"][number] & { key: string };

/** Splits recognized words of unspaced text into characters. Punctuation alone has an empty key. */
export const recognizedCharacters = ({ words, language }: Recognition): RecognizedToken[] =>
  words.flatMap((word) => {
    const tokens = tokenize(word.text, language, word);
    if (tokens.length === 0) return [{ ...word, key: "" }];
    return tokens.map((token, index) => ({
      ...token,
      spaceBefore: index === 0 ? word.spaceBefore : token.spaceBefore,
      confidence: word.confidence,
    }));
  });
