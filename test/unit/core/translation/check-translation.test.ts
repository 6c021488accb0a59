import { describe, expect, test } from "@jest/globals";
import type { LanguageCode } from "../../../../core/languages/languages.ts";
import { cleanTranslation, faultsOf } from "../../../../core/translation/check-translation.ts";
import { missingNumbers } from "../../../../core/translation/numbers.ts";

const kinds = (from: LanguageCode, to: LanguageCode, source: string, translation: string): string[] =>
  faultsOf(source, translation, { from, to }).map(({ kind, isFatal }) =>
    isFatal ? kind.toUpperCase() : kind,
  );

describe("faultsOf", () => {
  test.each<[LanguageCode, LanguageCode, string, string]>([
    ["en", "es", "It cost $1,234.56 in 2024.", "Costó 1.234,56 dólares en 2024."],
    ["en", "de", "Meet me at 3:30 p.m. on 12/24.", "Triff mich um 15:30 Uhr am 24.12."],
    ["en", "zh", "We sold 10 million phones.", "我们卖出了1000万部手机。"],
    ["en", "ja", "About 1.5 billion people use it.", "約15億人が使っています。"],
    ["en", "hi", "It has 250 pages.", "इसमें २५० पृष्ठ हैं।"],
    ["en", "ar", "Call 4567 now.", "اتصل بـ ٤٥٦٧ الآن."],
    ["en", "fr", "Two of the 5 were lost.", "Deux des cinq ont été perdus."],
    ["en", "es", "Music of the 1990s.", "Música de los años 90."],
    ["en", "de", "It grew by 12.5 percent.", "Es wuchs um 12,5 Prozent."],
    [
      "en",
      "ru",
      "Visit example.com or write to me@example.com, @capstack.",
      "Зайдите на example.com или пишите me@example.com, @capstack.",
    ],
    ["en", "es", "OK.", "OK."],
    ["en", "es", "Barack Obama, Angela Merkel.", "Barack Obama, Angela Merkel."],
    ["es", "pt", "Vamos a la playa.", "Vamos à praia."],
    ["no", "da", "Jeg vet at du kan det.", "Jeg vet at du kan det."],
    ["en", "ja", "NASA", "NASA"],
    ["ja", "en", "はい。", "Yes."],
    ["en", "es", "I have 7 cats and 14 dogs.", "Tengo siete gatos y catorce perros."],
    ["en", "fr", "In the 21st century, at 10:30 pm.", "Au XXIe siècle, à dix heures et demie."],
    ["en", "de", "On 2026-11-28.", "Am 28. November 2026."],
    ["en", "ru", "7 people, 40 cats.", "Семеро людей, сорок кошек."],
    ["en", "ja", "12,345 of 7 kinds.", "七種類の1万2345個。"],
    ["en", "ko", "About 15,000 people.", "약 1만 5천 명."],
    ["en", "zh", "They paid $5m.", "他们付了500万美元。"],
    ["en", "fr", "Call +1 (415) 555-0134.", "Appelez le +1 415 555 01 34."],
    ["en", "hi", "8 billion people.", "8 अरब लोग।"],
    ["en", "es", "He said привет to us, which means hello.", "Nos dijo привет, que significa hola."],
    ["en", "th", "I have 7 cats.", "ฉันมีแมวเจ็ดตัว"],
    ["en", "zh", "I would like to say thank you to everybody.", "谢谢大家。"],
  ])("finds no fault (%s → %s): %s, %s", (from, to, source, translation) => {
    expect(kinds(from, to, source, translation)).toEqual([]);
  });

  test.each<[string, LanguageCode, LanguageCode, string, string]>([
    ["EMPTY", "en", "es", "Hello there.", ""],
    ["EMPTY", "en", "es", "Hello there.", "…"],
    ["UNTRANSLATED", "en", "es", "We kept working on the project.", "We kept working on the project."],
    ["UNTRANSLATED", "en", "ru", "We kept working on it.", "Seguimos trabajando en ello."],
    ["UNTRANSLATED", "ja", "ar", "今日は天気がいいですね。", "今日は天気がいいですね。"],
    ["LENGTH", "en", "de", "Yes, I know what you mean.", `Ja, ${"und das ist noch nicht alles ".repeat(9)}`],
    ["LENGTH", "en", "de", "This sentence says a great many things that matter.", "Ja."],
    [
      "LENGTH",
      "en",
      "es",
      "It was very very good for all of us there.",
      "muy bien muy bien muy bien muy bien muy bien muy bien muy bien",
    ],
    ["COMMENT", "en", "es", "Hello.", "Sure, here is the translation: Hola."],
    ["COMMENT", "en", "es", "Hello.", "Translation: Hola."],
    ["number", "en", "es", "It cost 350 euros.", "Costó mucho dinero en euros."],
    ["number", "en", "es", "It cost 3,500 euros.", "Costó 35 euros."],
    ["number", "en", "zh", "We sold 10 million phones.", "我们卖出了10万部手机。"],
    ["name", "en", "es", "Go to example.com today.", "Ve al ejemplo hoy."],
    ["name", "en", "es", "My iPhone is new.", "Mi teléfono es nuevo."],
    ["number", "en", "es", "I have 7 cats.", "Tengo gatos."],
    ["number", "en", "fr", "About 15 people came.", "Des personnes sont venues."],
    ["number", "en", "de", "They paid $5m.", "Sie zahlten 5 Dollar."],
    ["number", "en", "ja", "Meet me at 10:30.", "10時に会いましょう。"],
    ["UNTRANSLATED", "en", "es", "It is very good news.", "Это очень хорошие новости."],
    [
      "untranslated",
      "en",
      "es",
      "We have been working on this project for many years now.",
      "Wir arbeiten nun schon seit vielen Jahren an diesem wirklich großen Projekt.",
    ],
    ["comment", "en", "es", "He left.", "Se fue (I chose the informal form)."],
    [
      "LENGTH",
      "en",
      "es",
      "We left home early.",
      `Salimos temprano. ${"Luego fuimos a comer algo. ".repeat(4)}`,
    ],
  ])("finds %s (%s → %s)", (kind, from, to, source, translation) => {
    expect(kinds(from, to, source, translation)).toContain(kind);
  });
});

describe("missingNumbers", () => {
  test.each([
    ["1,5 kg", "1.5 kg"],
    ["12 000 habitants", "12,000 people"],
    ["1'000'000 Franken", "1 million francs"],
    ["₹1,50,000", "150000 rupees"],
    ["3 lakh", "300,000"],
    ["half past 11", "23:30"],
    ["24/7", "24 Stunden, 7 Tage"],
    ["COVID-19", "कोविड-१९"],
    ["5. 6. 7.", "five, six, seven"],
    ["2,5 Milliarden", "25億"],
  ])("finds the numbers of %s in %s", (source, translation) =>
    expect(missingNumbers(source, translation)).toEqual([]),
  );

  test.each([
    ["in 2024", "in 2042"],
    ["1,234", "1,235"],
    ["17 years", "years"],
  ])("reports a number of %s missing in %s", (source, translation) =>
    expect(missingNumbers(source, translation)).toHaveLength(1),
  );
});

describe("cleanTranslation", () => {
  test.each([
    ['"Hola."', "Hello.", "Hola."],
    ["«Hola.»", "Hello.", "Hola."],
    ['"Hola", dijo.', "Hello, he said.", '"Hola", dijo.'],
    ['"Hola."', '"Hello."', '"Hola."'],
    ["```\nHola.\n```", "Hello.", "Hola."],
    ["Hola. (Note: informal.)", "Hello.", "Hola."],
    ["Hola.\n\nNote: I kept it short.", "Hello.", "Hola."],
    ["Hola (Nota: saludo).", "Hello (Note: greeting).", "Hola (Nota: saludo)."],
    ["<b>Hola</b>\u202e.", "Hello.", "Hola."],
    [" No sabía  lo\nque hacía. ", "x", "No sabía lo que hacía."],
  ])("cleans %j of %j to %j", (translation, source, expected) =>
    expect(cleanTranslation(translation, source)).toBe(expected),
  );
});
