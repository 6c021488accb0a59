import { describe, expect, test } from "@jest/globals";
import { captionUnits } from "../../../../core/captions/caption-unit.ts";
import { transcriptProblems } from "../../../../core/transcript/validate.ts";
import { timeTranslation } from "../../../../core/translation/time-translation.ts";

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

const captionText = (text: string, language: string): string =>
  captionUnits(timeTranslation(text, [span(0, 4)], language, 1), { language, punctuation: true })
    .map((unit, index) => (index > 0 && unit.spaceBefore ? ` ${unit.text}` : unit.text))
    .join("");

describe("timeTranslation", () => {
  test.each([
    ["es", "¿Sabías que cuesta 3.500 euros? No, no lo sabía."],
    ["de", "Das ist „wirklich“ gut, z.B. am 3.5. um 15 Uhr."],
    ["ar", "هل تعلم أن السعر ٣٥٠٠ يورو؟ لا."],
    ["he", "האם ידעת שזה עולה 3,500 אירו?"],
    ["hi", "क्या आप जानते हैं? नहीं।"],
    ["ja", "今日は3500円です。「はい」と言いました。"],
    ["zh", "你知道吗？这要花3500元，真的。"],
    ["th", "วันนี้อากาศดีมาก ไปกันเถอะ"],
    ["ko", "오늘은 날씨가 좋습니다. 갈까요?"],
  ])("keeps the text when captioned in %s", (language, text) => {
    expect(captionText(text, language)).toBe(language === "th" ? text.replaceAll(" ", "") : text);
  });

  test.each([
    ["ja", "2026-11-28に￥1,234.56、50％です。"],
    ["ja", "https://example.com/a?b=cを見て#hashtag @user 👍🏽 iPhone 15 Pro Maxです。"],
    ["zh", "Dr. Smith在U.S.工作，$5m和10:30 pm。"],
    ["zh", "他说：“你好，世界！”（大笑）……然后——走了。"],
    ["th", "ราคา๑,๒๓๔.๕๖บาท(ลด 3.5%)ไปที่ www.example.com ๆ"],
    ["de", "„Gut“, sagte er, „um 22:30 Uhr“\u00a0– 3,5%!"],
    ["ru", "Москва\u00a0— столица."],
    ["en", 'He said, "so. Then "yes" ...and "no" in .NET.'],
    ["it", "Un po' di sole, e 'sto cane: «E' vero» …sì."],
    ["es", "La Fe —se refiere a ella— costó 5 %."],
    ["fr", "100 % d'accord, aujourd'hui."],
    ["en", "R & D of AT & T, \"quoted\" 'single' (50%)."],
    ["he", 'הוא אמר: "שלום!" ב-28.11.2026, נכון?'],
    ["ar", "قال: «مرحبًا!»، السعر ١٬٢٣٤٫٥٦ (3.5%)؛ https://example.com."],
  ])("keeps the text when captioned in %s: %s", (language, text) => {
    expect(captionText(text.replaceAll("\u00a0", " "), language)).toBe(text);
  });

  test("keeps a number with spaces between digit groups as one word", () => {
    const words = timeTranslation("Il a 12 000,50 € en 2026 300 fois.", [span(0, 4)], "fr", 1);
    expect(words.filter(({ type }) => type === "word").map(({ text }) => text)).toEqual([
      "Il",
      "a",
      "12\u00a0000,50",
      "€",
      "en",
      "2026",
      "300",
      "fois",
    ]);
  });

  test("writes hyphens between spaces as dashes", () => {
    expect(captionText("- Ich meine - na ja. - Ja, wohl-bekannt.", "de").replaceAll("\u00a0", " ")).toBe(
      "– Ich meine – na ja. – Ja, wohl-bekannt.",
    );
  });

  test("keeps French punctuation and the spaces beside it", () => {
    expect(captionText("Ça va ? « Oui », dit-il.", "fr")).toBe("Ça va\u00a0? «\u00a0Oui\u00a0», dit-il.");
  });

  test.each(["en", "ja", "ar"])("returns ordered entries within the spans (%s)", (language) => {
    for (const spoken of [[span(1.0004, 1.5)], [span(2, 2)], [span(0, 0.3), span(5, 9.9999)]]) {
      const entries = timeTranslation("One two, three four. 五六七八 nine ten!", spoken, language, 0.8);
      expect(transcriptProblems(entries, "transcript")).toEqual([]);
      expect(entries[0]?.startSeconds).toBeGreaterThanOrEqual((spoken[0]?.startSeconds ?? 0) - 0.0005);
      expect(entries.at(-1)?.endSeconds).toBeLessThanOrEqual((spoken.at(-1)?.endSeconds ?? 0) + 0.0005);
    }
  });

  test("gives long words more time and punctuation none", () => {
    const entries = timeTranslation("A straightforward, go.", [span(0, 3)], "en", 1);
    expect(entries.map(({ text, type }) => `${type} ${text}`)).toEqual([
      "word A",
      "word straightforward",
      "punctuation ,",
      "word go",
      "punctuation .",
    ]);
    const seconds = entries.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
    expect(seconds[1]).toBeGreaterThan(4 * (seconds[0] ?? 0));
    expect([seconds[2], seconds[4]]).toEqual([0, 0]);
  });

  test("keeps pauses free of words and shifts them to the end of a nearby clause", () => {
    const entries = timeTranslation(
      "Ayer por la tarde, fuimos al parque juntos.",
      [span(0, 1.6), span(4, 6)],
      "es",
      1,
    );
    const words = entries.filter(({ type }) => type === "word");
    expect(words.every(({ startSeconds, endSeconds }) => endSeconds <= 1.6 || startSeconds >= 4)).toBe(true);
    expect(words.find(({ startSeconds }) => startSeconds >= 4)?.text).toBe("fuimos");
  });

  test("keeps every word when there are fewer words than spans", () => {
    const entries = timeTranslation("Sí.", [span(0, 1), span(3, 4), span(6, 7)], "es", 1);
    expect(entries.map(({ text }) => text)).toEqual(["Sí", "."]);
  });
});
