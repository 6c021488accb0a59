import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { annotate, annotateComposed } from "../../../../core/annotation/annotate.ts";
import { sentencesOf } from "../../../../core/transcript/sentences.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { transcriptOfText } from "./transcript-of-text.ts";

const keywordsIn = (entries: readonly WordEntry[]) =>
  entries.filter(({ important }) => important).map(({ text }) => text);
const emojiIn = (entries: readonly WordEntry[]) =>
  entries.flatMap(({ text, emoji }) => (emoji ? [`${text} ${emoji}`] : []));
const annotatedText = (text: string, language: string) =>
  annotate(transcriptOfText(text, language), language);

const texts: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    "en",
    "Today I want to show you how I saved $12,000 in just one year. The most important thing is that you never spend money before you pay yourself first. My friend Maria Gonzalez works at Google. She traveled around the world with her dog.",
    ["$12,000", "never", "Gonzalez", "traveled"],
    ["money 💰", "traveled ✈️"],
  ],
  [
    "de",
    "Heute zeige ich euch, wie ich in einem Jahr 12.000 Euro gespart habe. Das Wichtigste ist, dass man niemals Geld ausgibt, das man nicht hat. Meine Freundin Anna Schmidt arbeitet bei Siemens.",
    ["12.000", "Wichtigste", "Schmidt"],
    ["Geld 💰"],
  ],
  [
    "es",
    "Lo más importante es que nunca gastes dinero antes de pagarte a ti mismo. Mi amiga compró una casa nueva en Madrid. Viajó por todo el mundo con su perro. La inteligencia artificial cambiará todo en el 95% de las empresas.",
    ["nunca", "Madrid", "95%"],
    ["dinero 💰", "mundo 🌍"],
  ],
  [
    "fr",
    "J'ai économisé 12 000 euros en un an. Il ne faut jamais dépenser son argent avant de se payer soi-même.",
    ["12", "000", "jamais"],
    ["argent 💰"],
  ],
  ["it", "Non dovete spendere mai i vostri soldi prima di pagare voi stessi.", ["mai"], ["soldi 💰"]],
  ["pt", "Economizei R$ 12.000 em um ano e viajei pelo mundo com o cachorro.", ["12.000"], ["mundo 🌍"]],
  ["ru", "Никогда не тратьте деньги до того, как заплатите себе.", ["Никогда"], ["деньги 💰"]],
  ["ja", "友達のマリアはグーグルで働いていて、犬と散歩しました。", ["グーグル"], ["犬 🐶"]],
  ["zh", "最重要的是永远不要在付给自己之前喝咖啡。", ["永远"], ["咖啡 ☕"]],
  ["ko", "제 친구는 강아지와 함께 1200만 원을 저축했습니다.", ["1200만"], ["강아지와 🐶"]],
  ["hi", "आज मैंने एक साल में 12,000 रुपये और बहुत पैसा बचाया।", ["12,000"], ["पैसा 💰"]],
  ["ar", "لا تنفق المال أبدا قبل أن تدفع لنفسك.", ["أبدا"], ["المال 💰"]],
  ["tr", "Arkadaşım Ayşe bahçede güzel bir kelebek gördü.", ["Ayşe"], ["kelebek 🦋"]],
];

describe("annotate", () => {
  test.each(texts)("%s", (language, text, keywords, emoji) => {
    const entries = annotatedText(text, language);
    expect(keywordsIn(entries)).toEqual(expect.arrayContaining([...keywords]));
    expect(emojiIn(entries)).toEqual(expect.arrayContaining([...emoji]));
  });

  test("marks about one keyword per sentence and at most one emoji per two sentences, without repetition nearby", () => {
    for (const [language, text] of texts) {
      const long = Array.from({ length: 4 }, () => text).join(" ");
      const entries = annotatedText(long, language);
      const words = entries.filter(({ type }) => type === "word").length;
      const sentences = sentencesOf(entries, language);
      expect(keywordsIn(entries).length).toBeLessThanOrEqual(Math.max(2, words / 4));
      const bearing = sentences.flatMap((sentence, at) =>
        sentence.some(({ index }) => entries[index]?.emoji) ? [at] : [],
      );
      expect(bearing.every((at, n) => n === 0 || at - (bearing[n - 1] ?? 0) >= 2)).toBe(true);
      const emoji = entries.flatMap((entry) => entry.emoji ?? []);
      expect(emoji.every((one, n) => one !== emoji[n - 1])).toBe(true);
    }
  });
});

describe("annotate adds no emoji to", () => {
  test.each([
    ["en", "You should go to the bank right now."],
    ["en", "In May you may call Mark and Rose Fox again."],
    ["en", "The training of a universal model took long."],
    ["de", "Der Krebs der Leiterin steht im Schloss auf einer Bank."],
    ["fr", "Mon avocat est un homme de ce stade."],
    ["it", "Il treno per Roma? No, per tutti i comuni."],
    ["pt", "Isto é comum com os cravejadas comentários."],
  ])("%s: ambiguous words, names, and words with a shared stem: %s", (language, text) => {
    const withoutTrain = emojiIn(annotatedText(text, language)).filter((found) => !found.startsWith("treno"));
    expect(withoutTrain).toEqual([]);
  });

  test.each([
    ["en", "The war killed thousands of dogs. They love music."],
    ["de", "Im Krieg starben tausend Hunde. Sie lieben Musik."],
    ["es", "La guerra mató a mil perros. Les gusta la música."],
    ["ja", "戦争で犬が死んだ。音楽が好きです。"],
    ["ko", "전쟁으로 강아지가 사망했습니다. 음악을 듣습니다."],
    ["en", "My grandmother passed away. We met at the beach. She loved coffee."],
    ["en", "The school collapsed. Children drowned in the ocean."],
    ["en", "The vet put my dog to sleep, put down as they say. I love music."],
    ["de", "Oma ist verstorben. Wir waren am Strand."],
    ["es", "Mi abuela falleció. Le gustaba la música."],
    ["fr", "Elle est décédée. L'avion a disparu dans l'océan."],
    ["it", "I bambini sono annegati in mare."],
    ["pt", "Minha avó faleceu. Ela amava música."],
    ["ru", "Дети утонули в море. Собака погибла."],
    ["zh", "我奶奶去世了。孩子们喜欢音乐。"],
    ["pl", "Babcia umarła. Kocham muzykę i kawę."],
    ["nl", "Mijn oma is overleden. Zij hield van muziek."],
    ["tr", "Büyükannem vefat etti. Köpek evde."],
    ["uk", "Бабуся померла. Люблю музику."],
    ["id", "Nenek meninggal. Dia suka musik."],
    ["he", "סבתא נפטרה. היא אהבה כלב."],
  ])("%s: a sensitive sentence and its neighbors", (language, text) => {
    expect(emojiIn(annotatedText(text, language))).toEqual([]);
  });

  test("a transcript in an unknown language, but marks its numbers", () => {
    const entries = annotate(transcriptOfText("Zorg blif 45% dak mun rel.", "en"), null);
    expect(emojiIn(entries)).toEqual([]);
    expect(keywordsIn(entries)).toEqual(["45%"]);
  });
});

describe("annotate keeps", () => {
  test("texts, punctuation and times, and is deterministic", () => {
    const word = fc.constantFrom("money", "dog", "never", "12%", "the", "Maria", "war", ".", ",", "?!");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), (words) => {
        const transcript = words.map(
          (text, index): WordEntry => ({
            text,
            type: /\p{L}|\p{N}/u.test(text) ? "word" : "punctuation",
            startSeconds: index,
            endSeconds: index + 0.5,
            confidence: 0.5,
          }),
        );
        const entries = annotate(transcript, "en");
        expect(entries.map(({ important: _, emoji: __, ...rest }) => rest)).toEqual(transcript);
        expect(entries.every((entry) => entry.type === "word" || !(entry.important || entry.emoji))).toBe(
          true,
        );
        expect(annotate(transcript, "en")).toEqual(entries);
      }),
    );
  });

  test("supplied and copied transcripts unchanged", () => {
    const own = transcriptOfText("I never spend money on 12% of my dogs.", "en");
    expect(annotateComposed(own, "en", { kind: "supplied" })).toEqual(own);
    expect(annotateComposed(own, "en", { kind: "copy" })).toEqual(own);
    expect(annotateComposed(own, "en", { kind: "speech" })).not.toEqual(own);
  });

  test("fillers, fragments and repeated words unmarked", () => {
    const entries = annotatedText(
      "Um the elephant walked over there. The elephant sat down again. An elephant slept.",
      "en",
    );
    expect(keywordsIn(entries).filter((text) => text === "elephant")).toHaveLength(1);
    expect(keywordsIn(entries)).not.toContain("Um");
  });
});
