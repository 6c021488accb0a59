import type { Recognition } from "../recognition.ts";
import { tokensOf } from "./reference-cues.ts";

/** A word that was heard, or a part of one, with what it is compared by. */
export type Heard = Recognition["words"][number] & { key: string };

/** What was heard in a language without spaces, character by character; marks alone have an empty key. */
export const heardCharacters = ({ words, language }: Recognition): Heard[] =>
  words.flatMap((word) => {
    const tokens = tokensOf(word.text, language, word);
    if (tokens.length === 0) return [{ ...word, key: "" }];
    return tokens.map((token, index) => ({
      ...token,
      spaceBefore: index === 0 ? word.spaceBefore : token.spaceBefore,
      confidence: word.confidence,
    }));
  });
