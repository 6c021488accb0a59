import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { composeTranscript } from "../../../../../core/transcript/compose.ts";
import { correctByReference } from "../../../../../core/transcript/correction/correct-by-reference.ts";
import type { Reference } from "../../../../../core/transcript/correction/reference-tokens.ts";
import type { Recognition } from "../../../../../core/transcript/recognition.ts";

/** Words of 0.4 s, two in a second; characters without spaces when the language has none. */
const recognitionOf = (text: string, language = "en", confidence = 0.9): Recognition => {
  const isSpaced = text.includes(" ");
  return {
    language,
    languageConfidence: 1,
    engine: "test",
    words: (isSpaced ? text.split(" ") : [...text]).map((word, index) => ({
      text: word,
      spaceBefore: isSpaced,
      startSeconds: index / 2,
      endSeconds: index / 2 + 0.4,
      confidence,
    })),
  };
};

const cue = (text: string, startSeconds = 0, endSeconds = 8): Reference[number] => ({
  text,
  startSeconds,
  endSeconds,
});

const textOf = ({ words }: Recognition): string =>
  words
    .map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text))
    .join("")
    .trim();
const corrected = (
  speech: string,
  reference: string | Reference,
  language = "en",
  confidence = 0.9,
): string =>
  textOf(
    correctByReference(
      recognitionOf(speech, language, confidence),
      typeof reference === "string" ? [cue(reference)] : reference,
    ).recognition,
  );

describe("correctByReference", () => {
  test.each([
    ["spelling", "we met kathryn at sintra", "We met Catherine at Cintra.", "We met Catherine at Cintra."],
    [
      "capitals and marks",
      "hello world how are you",
      "Hello, World! How are you?",
      "Hello, World! How are you?",
    ],
    [
      "two words that are one",
      "we use cap stack every day",
      "We use Capstack every day",
      "We use Capstack every day",
    ],
    [
      "one word that is two",
      "we are gonna use it now",
      "We are going to use it now",
      "We are going to use it now",
    ],
    ["an acronym", "we run it on a w s today", "We run it on AWS today", "We run it on AWS today"],
    ["accents", "we met jose in malaga today", "We met José in Málaga today", "We met José in Málaga today"],
    ["nothing by signs", "6 times 10 and then", "6 × 10 &amp; then", "6 times 10 and then"],
    ["nothing that agrees", "all is well here now", "All is well here now", "All is well here now"],
  ])("corrects %s", (_, speech, reference, result) => {
    expect(corrected(speech, reference)).toBe(result);
  });

  test.each([
    [
      "words that were not spoken",
      "we met here today",
      "We all met right here again today",
      "We met here today",
    ],
    ["words that it lacks", "we uh met um here today", "We met here today.", "We uh met um here today."],
    [
      "numbers that differ",
      "it costs 25 dollars today",
      "It costs 35 dollars today",
      "It costs 25 dollars today",
    ],
    [
      "small words beside its own",
      "it is a romantic old town",
      "It is the romantic old town",
      "It is a romantic old town",
    ],
  ])("neither adds nor drops words: %s", (_, speech, reference, result) => {
    expect(corrected(speech, reference)).toBe(result);
  });

  test.each([
    [
      "another language",
      "wir haben gestern den ganzen Tag gearbeitet",
      "We were at work all day yesterday",
      "de",
    ],
    ["another text", "the weather is lovely in the mountains", "Please open the door for my brother", "en"],
    ["another script", "привет как дела у тебя", "Privet kak dela u tebya", "ru"],
    ["no words", "the weather is lovely", "[Music] ♪ ♪ (applause)", "en"],
  ])("changes nothing for a reference of %s", (_, speech, reference, language) => {
    const recognition = recognitionOf(speech, language);
    expect(correctByReference(recognition, [cue(reference)]).recognition).toBe(recognition);
  });

  test.each([
    ["<i>We use</i> <c.red>Capstack</c> every day", "markup"],
    ["{\\an8}We use Capstack\\Nevery day", "ASS"],
    ["JOHN: We use Capstack every day", "a speaker's name"],
    ["- We use Capstack\n- every day", "dashes of a dialogue"],
    ["[Music] ♪ We use Capstack every day ♪", "music"],
    ["(door opens)\nWe use Capstack every day", "sounds"],
    [">> We use Cap&shy;stack&nbsp;every&#32;day", "entities"],
  ])("ignores unspoken parts of the reference: %s", (reference) => {
    expect(corrected("we use kapstack every day", reference.replace("&shy;", "\u00ad"))).toBe(
      "We use Capstack every day",
    );
  });

  test("keeps the recognized case or punctuation when the reference has none", () => {
    expect(corrected("We use Kapstak, every day.", "WE USE CAPSTACK EVERY DAY")).toBe(
      "We use Capstack, every day.",
    );
    expect(corrected("We use Kapstak, every day.", "we use capstack every day")).toBe(
      "We use Capstack, every day.",
    );
  });

  test("keeps times and confidence; a merged word has the time of both", () => {
    const { recognition } = correctByReference(recognitionOf("we use cap stack here"), [
      cue("We use Capstack here"),
    ]);
    expect(recognition.words.slice(1, 4)).toMatchObject([
      { text: "use", startSeconds: 0.5, endSeconds: 0.9, confidence: 0.9 },
      { text: "Capstack", startSeconds: 1, endSeconds: 1.9, confidence: 0.9 },
      { text: "here", startSeconds: 2, endSeconds: 2.4 },
    ]);
  });

  test.each([
    ["shifted", 1, 25],
    ["at another rate", 25 / 23.976, 0],
    ["both", 24 / 25, -6],
    ["without times", 0, 0],
  ])("aligns a reference whose times are %s", (_, rate, shift) => {
    const numbers = Array.from({ length: 400 }, (_, index) => `w${"abcdefghij"[index % 10]}${index}n`);
    const speech = numbers.map((word, index) => (index % 7 === 3 ? `${word}x` : word)).join(" ");
    const cues = Array.from({ length: 80 }, (_, index) => {
      const start = Math.max(0, index * 2.5 * rate + shift);
      return cue(numbers.slice(index * 5, index * 5 + 5).join(" "), start, start + 2.5 * rate);
    });
    expect(corrected(speech, cues)).toBe(numbers.join(" "));
  });

  test("keeps every repetition of a word", () => {
    const slow = Array(12).fill("Slow").join(" ");
    expect(corrected(slow.toLowerCase(), `${slow}.`).split(" ")).toHaveLength(12);
  });

  test("distinguishes equal words by time", () => {
    const speech = "yes my friend anna yes my friend hannah";
    expect(corrected(speech, [cue("Yes, my friend Hanna.", 2, 4)])).toContain("yes my friend anna");
  });

  test("aligns characters in unspaced languages", () => {
    expect(
      corrected("人们穿上后重的外套享受着两爽的秋风", "人们穿上厚重的外套，享受着凉爽的秋风。", "zh"),
    ).toBe("人们穿上厚重的外套，享受着凉爽的秋风。");
    const { recognition } = correctByReference(recognitionOf("电柱に电球がともる", "ja"), [
      cue("電柱に電球がともる。"),
    ]);
    expect(
      composeTranscript(recognition, 60)
        .map(({ text }) => text)
        .join(""),
    ).toBe("電柱に電球がともる。");
  });

  test("accepts cues in any order", () => {
    expect(
      corrected("we met kathryn at sintra", [cue("at Cintra.", 1.5, 3), cue("We met Catherine", 0, 1.5)]),
    ).toBe("We met Catherine at Cintra.");
  });

  test("keeps every word that is neither split nor joined, with ordered times", () => {
    const word = fc.constantFrom(
      "we",
      "cap",
      "stack",
      "Capstack",
      "going",
      "to",
      "gonna",
      "a",
      "—",
      "12",
      "é",
    );
    const text = fc.array(word, { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(text, text, (speech, read) => {
        const before = recognitionOf(speech.join(" "));
        const { recognition } = correctByReference(before, [cue(read.join(" "), 0, speech.length / 2)]);
        expect(recognition.words.length).toBeGreaterThanOrEqual(before.words.length / 3);
        expect(recognition.words.length).toBeLessThanOrEqual(before.words.length * 3);
        let end = 0;
        for (const { startSeconds, endSeconds } of recognition.words) {
          expect(startSeconds).toBeGreaterThanOrEqual(end - 1e-9);
          expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
          end = endSeconds;
        }
      }),
    );
  });
});

describe("correctByReference with another version of the text", () => {
  const speech =
    "the quick brown focks jumps over the lazy dog then shivon met mister nuyen at the cafe in zurich and they talked for hours";
  const cues = (...texts: string[]): Reference =>
    texts.map((text, index) => cue(text, index * 4, index * 4 + 4));

  test("corrects the paragraphs that the reference has", () => {
    expect(corrected(speech, cues("The quick brown fox jumps over"))).toBe(
      speech.replace("the quick", "The quick").replace("focks", "fox"),
    );
  });

  test("ignores paragraphs that are not spoken", () => {
    const extra = "Here is a whole paragraph that is never spoken, not one word.";
    expect(
      corrected(speech, cues(extra, "The quick brown fox jumps over the lazy dog", extra, extra)),
    ).toContain("The quick brown fox jumps over the lazy dog then");
  });

  test("replaces no word when paragraphs are in another order", () => {
    const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const result = corrected(
      speech,
      cues("And they talked for hours about Kubernetes.", "Then Siobhan met him.", "The quick brown fox."),
    );
    expect(
      words(result).filter((word) => !words(speech).includes(word) && !["fox", "siobhan"].includes(word)),
    ).toEqual([]);
    expect(words(result)).toHaveLength(words(speech).length);
  });

  test("ignores speaker labels and stage directions between words", () => {
    expect(
      corrected(
        "so we should go now my friend said the man",
        cues("Anna Smith: So we should (pause) go now,", "Bob: my friend, said the man."),
      ),
    ).toBe("So we should go now, my friend, said the man.");
  });

  test("capitalizes sentences by punctuation when the reference is in capitals", () => {
    expect(corrected("it was late he left us", cues("IT WAS LATE. HE LEFT US."))).toBe(
      "It was late. He left us.",
    );
  });
});
