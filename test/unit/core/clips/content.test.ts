import { describe, expect, test } from "@jest/globals";
import { withoutNoises } from "../../../../core/clips/noise-entries.ts";
import { unwantedWords } from "../../../../core/clips/promotions.ts";
import { isStrikingNumber } from "../../../../core/clips/striking-numbers.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { choose, wordsIn } from "./choose.ts";
import { analyzedSpeech, lighthouses, spokenTranscript } from "./talks.ts";

describe("advertising", () => {
  const filler =
    "The keeper counted every step of the old tower in the north of the country that night. ".repeat(12);

  test.each([
    [
      "en",
      "This episode is brought to you by Acme Mattress. Sleep better with Acme. Go to acme.com/tower and use the promo code TOWER.",
    ],
    ["en", "Thanks for watching, and do not forget to like and subscribe."],
    ["de", "Diese Folge wird gesponsert von Acme. Mit dem Rabattcode TURM gibt es 10 Prozent."],
    ["es", "Este video está patrocinado por Acme. Usa el código de descuento TORRE."],
    ["fr", "Cette vidéo est sponsorisé par Acme. Le lien en description donne un code promo."],
    ["it", "Questo video è sponsorizzato da Acme. Il link in descrizione."],
    ["pt", "Este vídeo é patrocinado por Acme. O link na descrição."],
    ["nl", "Deze aflevering is gesponsord door Acme. Met een kortingscode."],
    ["pl", "Ten odcinek jest sponsorowany przez Acme. Kod rabatowy jest w opisie."],
    ["ru", "Спонсор этого выпуска Acme. Ссылка в описании."],
    ["tr", "Bu bölüm Acme sponsorluğunda. Abone olmayı unutmayın."],
    ["ar", "هذه الحلقة برعاية شركة كبيرة. اشتركوا في القناة."],
    ["hi", "यह वीडियो कंपनी द्वारा प्रायोजित है। सब्सक्राइब कीजिए।"],
    ["ja", "この動画は会社の提供でお送りします。チャンネル登録をお願いします。"],
    ["zh", "本期节目由一家公司赞助播出。感谢大家收听，我们下期再见。"],
    ["ko", "이 영상은 유료 광고 포함 영상입니다. 구독과 좋아요 부탁드립니다."],
  ])("is identified in %s: %s", (language, text) => {
    const speech = analyzedSpeech(text, language);
    expect(unwantedWords(speech).promotion.every(Boolean)).toBe(true);
  });

  test("is not suspected of talks about money, codes and the web", () => {
    const speech = analyzedSpeech(
      "Engineers use code to visit every branch of the tree. A sponsor of the bill said that 40% of it failed. We go to the app store every month.",
      "en",
    );
    expect(unwantedWords(speech).promotion.some(Boolean)).toBe(false);
  });

  test("is never chosen, and neither is a farewell", async () => {
    const sponsor =
      "Why do you never sleep? You deserve better, and nobody tells you the secret. Acme Mattress saves you 50% and 200 dollars. Go to acme.com/tower and use the promo code TOWER.";
    const text = `${lighthouses} | ${sponsor} | ${filler} Thank you for watching! See you next time. You will never believe the secret of 100 ships.`;
    const { transcript, seconds } = spokenTranscript(text, "en");
    const clips = await choose(transcript, seconds, "lt_30s", 5);
    expect(clips.length).toBeGreaterThan(2);
    for (const clip of clips) expect(wordsIn(transcript, clip)).not.toMatch(/Acme|TOWER|watching|next time/);
  });

  test("ends in a short video where the talk goes on", async () => {
    const plea = "Please subscribe to my channel and hit the bell.";
    const [, stripes = "", , job = ""] = lighthouses.split("|");
    const { transcript, seconds } = spokenTranscript(`${stripes} ${plea} | ${job}`, "en");
    expect(seconds).toBeLessThan(75);
    const clips = await choose(transcript, seconds, "lt_30s", 2);
    expect(clips.length).toBeGreaterThan(0);
    for (const clip of clips) expect(wordsIn(transcript, clip)).not.toMatch(/subscribe/);
  });

  test("of a brand is found around its address", () => {
    const speech = analyzedSpeech(
      `${filler} | Starting a business takes time. With Northwest you get it all. Visit northwest.com/free today. | ${filler}`,
      "en",
    );
    const { promotion } = unwantedWords(speech);
    const texts = speech.words.filter((_, at) => promotion[at]).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Starting", "Northwest", "Visit", "today"]));
    expect(texts.length).toBeLessThan(60);
  });

  // It took 35 s when the places of each word were copied for each passage.
  test("of many addresses in a long talk is found", () => {
    const text = Array.from({ length: 8000 }, (_, at) => (at % 60 === 0 ? "acme.com/x." : "lighthouse"));
    const speech = analyzedSpeech(text.join(" "), "en");
    expect(unwantedWords(speech).promotion.some(Boolean)).toBe(true);
  });
});

describe("what is not the content of a talk", () => {
  const filler =
    "The keeper counted every step of the old tower in the north of the country that night. ".repeat(12);
  const unwantedIn = (text: string, language: string): string => {
    const speech = analyzedSpeech(text, language);
    const { promotion, housekeeping } = unwantedWords(speech);
    return speech.words
      .filter((_, at) => promotion[at] || housekeeping[at])
      .map(({ text: word }) => word)
      .join(" ");
  };

  test.each([
    [
      "a URL that is said twice",
      "en",
      "You find us at lighthouse.org as always. It is lighthouse.org for you.",
      /find us/,
    ],
    ["a spoken URL", "en", "Go to Tower Pass dot com for a whole year of towers.", /Tower Pass/],
    ["a request with a URL", "pt", "Nosso site é farol.com.br e a gente precisa de ajuda.", /Nosso site/],
    ["the introduction of a person", "de", "Heute zu Gast ist der Wärter des Nordens.", /zu Gast/],
    ["the program itself", "de", "In dieser Folge geht es um Leuchttürme im Norden.", /dieser Folge/],
    ["a credit", "es", "Relatos del norte es una producción de la torre.", /producción/],
    ["the next episode", "en", "Let us see what our next episode is about.", /our next episode/],
    ["an earlier part", "ru", "В прошлой главе мы видели высокую башню.", /прошлой главе/],
    ["a later part", "es", "En la próxima parte veremos la torre del norte.", /próxima parte/],
    ["an e-mail address", "en", "Write to keeper@lighthouse about it.", /keeper@/],
    ["the next question", "en", "Microphone number two, please.", /Microphone/],
    ["a tour", "de", "Tickets gibt es unter turm.de, und wir sind auf Tour.", /Tickets/],
  ])("%s is left out", (_, language, text, expected) => {
    const found = unwantedIn(`${filler} | ${text} | ${filler}`, language);
    expect(found).toMatch(expected);
    expect(found.split(" ").length).toBeLessThan(60);
  });

  test("what a sponsor does is left out where only the sentence before names the sponsor", () => {
    const ad =
      "Now I want to thank our sponsors, Northwest and Acme. Starting a business takes courage, and Northwest knows. Sleep matters, and Acme knows.";
    const found = unwantedIn(`${filler} | ${ad} | ${filler}`, "en");
    expect(found).toMatch(/Northwest knows.*Acme knows/);
    expect(found).not.toMatch(/keeper/);
  });

  test.each([
    ["en", "I am tired. Please enjoy this conversation."],
    ["de", "Ich bin müde. Mein Name ist Anna."],
    ["ru", "Я устал. Меня зовут Анна."],
    ["zh", "我很累。今天我们请一位客人。"],
  ])(
    "what precedes an introduction at the start is left out, in %s, and later nothing is",
    (language, text) => {
      const talk = language === "zh" ? "守塔人每天晚上都数塔里的台阶。".repeat(60) : `${filler} ${filler}`;
      expect(unwantedIn(`${text} ${talk}`, language)).toMatch(language === "zh" ? /^我/ : /^(?:I|Ich|Я) /);
      expect(unwantedIn(`${talk} ${talk} ${text} ${talk}`, language)).toBe("");
    },
  );

  test("a round of rapid questions lasts until the end of a talk", () => {
    const found = unwantedIn(
      `${filler} ${filler} Now to our lightning round. Which tower? The northern one.`,
      "en",
    );
    expect(found).toMatch(/^Now .* northern one$/);
    expect(unwantedIn(`A lightning round of storms came. ${filler} ${filler}`, "en")).not.toMatch(/keeper/);
  });

  test("platforms are where to find the speaker at the end of a talk, and a topic in its middle", () => {
    expect(unwantedIn(`${filler} People argued on Twitter about the tower. ${filler}`, "en")).toBe("");
    expect(unwantedIn(`${filler} I write on Twitter about towers.`, "en")).toMatch(/^I write on Twitter/);
  });

  test("thanks at the end of a talk are a farewell, and in its middle they are not", () => {
    expect(unwantedIn(`${filler} Thanks to the keepers, nobody drowned. ${filler}`, "en")).toBe("");
    expect(unwantedIn(`${filler} Thank you very much. I am at the door.`, "en")).toMatch(
      /^Thank you .* door$/,
    );
  });

  test("the adjective of a donation platform is not a farewell", () => {
    expect(unwantedIn(`${filler} He had a steady job at the tower. ${filler}`, "en")).toBe("");
  });
});

describe("a number", () => {
  test.each([
    ["en", "It costs 50 million to build", true],
    ["en", "It grew by 40% in total", true],
    ["en", "There were 296 ships in port", true],
    ["en", "Nobody did it before 2019 anywhere", true],
    ["en", "We met in 2019 at home", false],
    ["en", "This is number 3 of them", false],
    ["de", "Das kostet 200 Liter Öl", true],
    ["ja", "毎晩200リットルの油を運びました", true],
  ])("is striking with a unit or a claim, in %s: %s", (language, text, expected) => {
    const speech = analyzedSpeech(text, language);
    const found = speech.words.some((_, at) => isStrikingNumber(speech, at, speech.words.length));
    expect(found).toBe(expected);
  });
});

describe("repetition and noise", () => {
  test("equal clips are chosen once", async () => {
    const text = "The old keeper carried the oil up to the lamp in the tower every night. ".repeat(300);
    const { transcript, seconds } = spokenTranscript(text, "en");
    expect(await choose(transcript, seconds, "lt_30s", 5)).toHaveLength(1);
  });

  test.each([["[Music]"], ["(applause)"], ["*laughs*"], ["♪ la la ♪"], ["[ Background Music ]"]])(
    "a video of %s alone has no speech",
    async (text) => {
      const transcript = Array.from({ length: 100 }, (_, at) =>
        text
          .split(" ")
          .map(
            (word): WordEntry => ({ text: word, type: "word", startSeconds: at * 2, endSeconds: at * 2 + 1 }),
          ),
      ).flat();
      await expect(choose(transcript, 210, "lt_30s", 5)).rejects.toMatchObject({ name: "NoSpeech" });
    },
  );

  test("speech in parentheses is kept", () => {
    const transcript = "He left (or so they say) at dawn"
      .split(" ")
      .map((text, at): WordEntry => ({ text, type: "word", startSeconds: at, endSeconds: at + 1 }));
    expect(withoutNoises(transcript)).toEqual(transcript);
  });
});
