import { describe, expect, test } from "@jest/globals";
import { captionUnits } from "../../../../core/captions/caption-unit.ts";
import { withoutPunctuation } from "../../../../core/captions/without-punctuation.ts";
import { composeTranscript } from "../../../../core/transcript/compose.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { spoken, word } from "./words.ts";

const shown = (entries: readonly WordEntry[], language: string | null = "en", punctuation = true): string =>
  captionUnits(entries, { language, punctuation })
    .map((unit, index) => (index > 0 && unit.spaceBefore ? " " : "") + unit.text)
    .join("");

describe("converting entries to caption units", () => {
  test.each([
    ["words get their spaces", spoken("hello", "there", "friend"), "hello there friend"],
    ["a comma joins its word", spoken("Hello", ",", "you"), "Hello, you"],
    ["joined punctuation stays", spoken("Ford,", "said"), "Ford, said"],
    ["a word that starts with a hyphen joins", spoken("like", "-minded", "people"), "like-minded people"],
    ["a number below zero stands alone", spoken("fell", "to", "-7.5", "degrees"), "fell to -7.5 degrees"],
    ["the rest of a number joins", spoken("COVID", "-19", "in", "2020", "-21"), "COVID-19 in 2020-21"],
    ["a hyphen between entries joins both", spoken("like", "-", "minded"), "like-minded"],
    ["also after an abbreviation", spoken("a", "U.S.", "-", "based", "team"), "a U.S.-based team"],
    ["a hyphen after a sentence is a dash", spoken("Hi", ".", "-", "Hello", "."), "Hi.\u00a0– Hello."],
    ["a hyphen after a clause is a dash", spoken("Well", ",", "-", "no"), "Well,\u00a0– no"],
    ["straight apostrophes", spoken("don", "'t", "go"), "don't go"],
    ["curly apostrophes", spoken("don", "’t", "go"), "don’t go"],
    ["a clipped word stands alone", spoken("tell", "’em", "’cause"), "tell ’em ’cause"],
    ["decades stand alone", spoken("the", "’90s"), "the ’90s"],
    ["quotes open and close", spoken("he", "said", '"', "yes", '"', "twice"), 'he said "yes" twice'],
    ["brackets", spoken("it", "(", "really", ")", "works"), "it (really) works"],
    ["Spanish opening marks", spoken("¿", "qué", "?"), "¿qué?"],
    ["percent", spoken("50", "%", "off"), "50% off"],
    ["a word of marks only counts as a mark", [word("Hi", 0, 1), word("!", 1, 1)], "Hi!"],
    ["line breaks become spaces", [word("two\nlines", 0, 1)], "two lines"],
    ["markup is text", spoken("<b>bold</b>", "{\\an8}"), "<b>bold</b> {\\an8}"],
    ["marks at the very start wait for a word", spoken("...", "so"), "...so"],
  ])("%s", (_name, entries, expected) => {
    expect(shown(entries)).toBe(expected);
  });

  test.each([
    ["ja", ["今日", "は", "良い"], "今日は良い"],
    ["zh", ["今天", "天气"], "今天天气"],
    ["th", ["สวัสดี", "ครับ"], "สวัสดีครับ"],
    ["ja", ["iPhone", "を", "買う"], "iPhoneを買う"],
    ["ja", [..."2024年"], "2024年"],
    ["ja", ["Hello", "World"], "Hello World"],
    ["ko", ["안녕", "하세요"], "안녕 하세요"],
    [null, ["今日", "は"], "今日は"],
    ["fr", ["l’", "homme"], "l’homme"],
    ["en", ["dogs’", "food"], "dogs’ food"],
    ["it", ["dell'", "arte", "c", "'è"], "dell'arte c'è"],
    ["it", ["un", "po'", "di", "sole", "e", "'sto", "'o", "va'", "a"], "un po' di sole e 'sto 'o va' a"],
    ["de", ["ist", "'ne", "Idee", "geht", "'s"], "ist 'ne Idee geht's"],
    ["nl", ["is", "'t", "huis", "'s", "avonds"], "is 't huis 's avonds"],
    ["af", ["dit", "is", "'n", "man"], "dit is 'n man"],
    ["ko", ["질문은", "'왜", "그래?'"], "질문은 '왜 그래?'"],
    ["tr", ["Türkiye", "'nin", "%10", "'u"], "Türkiye'nin %10 'u"],
    ["de", ["Hin-", "oder", "-rückfahrt", "20", "%", "E", "-Mail"], "Hin- oder -rückfahrt 20\u00a0% E-Mail"],
    [null, ["aujourd", "'hui", "don", "'t", "el", "'x"], "aujourd'hui don't el 'x"],
    ["fr", ["100", "%", "dis", "-moi"], "100\u00a0% dis-moi"],
    ["en", ["O", "'Brien", "y", "'all", "50", "%"], "O'Brien y'all 50%"],
    ["uk", ["м", "'яч", "сказав", "'так"], "м'яч сказав 'так"],
  ])("spaces of %s", (language, texts, expected) => {
    expect(shown(spoken(...texts), language)).toBe(expected);
  });

  test("quotation marks that all have the time of the word before them are counted", () => {
    const mark = (text: string, at: number): WordEntry => ({ ...word(text, at, at), type: "punctuation" });
    const entries = [
      ...[mark('"', 0), word("Yes", 0, 1), mark('"', 1), word("he", 2, 3), word("said", 4, 5)],
      ...[mark('"', 5), word("no", 6, 7), mark('"', 7), word("twice", 8, 9)],
    ];
    expect(shown(entries)).toBe('"Yes" he said "no" twice');
  });

  test("a quotation mark that is missing does not exchange the sides of those after it", () => {
    const text = 'He said "so. Then "yes" and "no", twice.';
    const words = text.split(" ").map((written, at) => ({
      ...{ text: written, spaceBefore: true, confidence: 1 },
      ...{ startSeconds: at, endSeconds: at + 1 },
    }));
    const recognition = { language: "en", languageConfidence: 1, engine: "local" as const, words };
    expect(shown(composeTranscript(recognition, 60))).toBe(text);
  });

  test.each([
    ["names and numbers", "PHP, Ruby, .NET, a .22 and -.5 of .com.", "PHP Ruby .NET a .22 and -.5 of .com"],
    ["dashes and hyphens", "so – it's in-- I mean, – no", "so it's in I mean no"],
    ["leading ellipses", 'I said "so..." and "...then" …yes, ..no', "I said so and then yes no"],
  ])("marks of %s", (_name, text, bare) => {
    const words = text.split(" ").map((written, at) => ({
      ...{ text: written, spaceBefore: true, confidence: 1 },
      ...{ startSeconds: at, endSeconds: at + 0.8 },
    }));
    const recognition = { language: "en", languageConfidence: 1, engine: "local" as const, words };
    const transcript = composeTranscript(recognition, 60);
    expect(shown(transcript).replaceAll("\u00a0", " ")).toBe(text);
    expect(shown(transcript, "en", false)).toBe(bare);
  });

  test.each([
    ["a comma before the closing mark", "en", 'he said "Yes," and "no."', 'he said "Yes," and "no."'],
    [
      "a question mark before it",
      "en",
      '"Why?" she asked, "why?" Then "so".',
      '"Why?" she asked, "why?" Then "so".',
    ],
    [
      "a comma after it",
      "de",
      '"Barcino", "Barcinone", dann "Barça".',
      '"Barcino", "Barcinone", dann "Barça".',
    ],
    ["brackets", "en", 'that ("so") is "it" ("yes!")', 'that ("so") is "it" ("yes!")'],
    ["German marks", "de", "Er sagt „Ja.“ Und „nein,“ dann »so.« und (ja) »doch!«", null],
    ["Swedish marks", "sv", "Han sa ”ja,” sedan ”nej.” Och »så» igen.", null],
    ["French marks", "fr", "Il dit «oui,» puis «non.»", null],
    ["single marks", "en", "He said, 'Go.' She said 'no way' and don't", null],
    ["Spanish insertions", "es", "La Fe —se refiere a ella— ¿y —¡no!— tú? —dijo.", null],
    ["German closing marks", "de", "Der Bogratz‘ neue und da «so» kam", null],
    ["inches", "en", 'a 6" pipe, "so" he said, "yes."', null],
  ])("quotations with %s", (_name, language, text, expected) => {
    const words = text.split(" ").map((written, at) => ({
      ...{ text: written, spaceBefore: true, confidence: 1 },
      ...{ startSeconds: at, endSeconds: at + 0.8 },
    }));
    const transcript = composeTranscript({ language, languageConfidence: 1, engine: "local", words }, 60);
    expect(shown(transcript, language).replaceAll("\u00a0", "")).toBe(expected ?? text);
  });

  test.each([
    ["don", "'t", "don't"],
    ["y", "'all", "y'all"],
    ["O", "’Brien", "O’Brien"],
    ["said", "'Go", "said 'Go"],
    ["no,", "'Tell", "no, 'Tell"],
  ])("writes %s and %s as %s", (first, second, expected) => {
    expect(shown(spoken(first, second))).toBe(expected);
  });

  test("removes punctuation around words, but not within them", () => {
    const entries = spoken("Hello", ",", "(don’t)", "like-minded", "U.S.", "$43,000.", "“yes”");
    expect(shown(entries, "en", false)).toBe("Hello don’t like-minded U.S. $43,000 yes");
  });

  test("treats an emoji and an ampersand as words, with and without punctuation", () => {
    expect(shown(spoken("rock", "&", "roll", "🔥"), "en", false)).toBe("rock & roll 🔥");
  });

  test("gives a joined unit the time of its entries without punctuation", () => {
    const [unit] = captionUnits(
      [
        word("like", 1, 1.4),
        word("-minded", 1.4, 2),
        { text: ",", type: "punctuation", startSeconds: 2, endSeconds: 3 },
      ],
      { language: "en", punctuation: true },
    );
    expect(unit).toMatchObject({ text: "like-minded,", startSeconds: 1, endSeconds: 2, endsClause: true });
  });

  test("joins entries regardless of their times", () => {
    const entries = Array.from({ length: 12 }, (_, index) => word("Slow", index, index));
    expect(captionUnits(entries, { language: "en", punctuation: true })).toHaveLength(12);
  });

  test("removes a final apostrophe only together with an initial one", () => {
    expect(withoutPunctuation("‘yes’", false)).toBe("yes");
    expect(withoutPunctuation("dogs’", false)).toBe("dogs’");
    const clipped = ["'em", "’90s", "'ne", "'t", "'sto", "'n'"];
    expect(clipped.map((word) => withoutPunctuation(word.length < 4 ? word : `"${word},`, false))).toEqual(
      clipped,
    );
    expect(["„und", "‚ja‘", "—que", "–5"].map((word) => withoutPunctuation(word, false))).toEqual([
      ...["und", "ja", "que", "–5"],
    ]);
    expect([true, false].map((endsSentence) => withoutPunctuation("é.", endsSentence))).toEqual(["é", "é."]);
    expect(withoutPunctuation("U.S.", true)).toBe("U.S.");
    expect(["'no", "'then", "'mister'"].map((word) => withoutPunctuation(word, false))).toEqual([
      "no",
      "then",
      "mister",
    ]);
  });
});
