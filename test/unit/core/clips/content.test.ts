import { describe, expect, test } from "@jest/globals";
import { createFeatures } from "../../../../core/clips/clip-features.ts";
import { withoutNoises } from "../../../../core/clips/noise-entries.ts";
import { unwantedWords } from "../../../../core/clips/promotions.ts";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import { isStrikingNumber } from "../../../../core/clips/striking-numbers.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { choose, fps, wordsIn } from "./choose.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const analyzed = (text: string, language: string) => {
  const { transcript, seconds } = spokenTranscript(text, language);
  return { transcript, speech: analyzeSpeech(transcript, language, seconds) };
};

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
    const { speech } = analyzed(text, language);
    expect(unwantedWords(speech).promotion.every(Boolean)).toBe(true);
  });

  test("is not suspected of talks about money, codes and the web", () => {
    const { speech } = analyzed(
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

  test("of a brand is found around its address", () => {
    const { speech } = analyzed(
      `${filler} | Starting a business takes time. With Northwest you get it all. Visit northwest.com/free today. | ${filler}`,
      "en",
    );
    const { promotion } = unwantedWords(speech);
    const texts = speech.words.filter((_, at) => promotion[at]).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Starting", "Northwest", "Visit", "today"]));
    expect(texts.length).toBeLessThan(60);
  });
});

describe("what is not the content of a talk", () => {
  const filler =
    "The keeper counted every step of the old tower in the north of the country that night. ".repeat(12);
  const unwantedIn = (text: string, language: string): string => {
    const { speech } = analyzed(text, language);
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

describe("a start", () => {
  const features = (text: string, language = "en") => {
    const { speech } = analyzed(`Nobody came to the harbor. ${text}`, language);
    const from = 5;
    return createFeatures(speech, { fps, frameCount: 9000 })({
      from,
      to: speech.words.length,
      startFrame: 0,
      endFrame: 300,
    });
  };

  test.each([
    ["And then they left. Why did they leave?", 1],
    ["So what did they do?", 0.6],
    ["And the ships of the north vanished.", 0.6],
    ["Like the ships, they vanished. Who knows why?", 0.6],
    ["How did it begin?", 1],
    ["This means that the ships came back.", 1],
    ["It's the sea that took them.", 1],
    ["That's what everybody knows.", 1],
    ["Which of the ships came back?", 0],
    ["Ships came back at dawn.", 0],
    ["This tower is older than the harbor.", 0],
  ])("depends on the previous sentence by its first words: %s", (text, dependence) => {
    expect(features(text).dependence).toBe(dependence);
  });
});

describe("an opening", () => {
  const featuresOf = (text: string, language = "en") => {
    const { speech } = analyzed(text, language);
    return createFeatures(speech, { fps, frameCount: 9000 })({
      ...{ from: 0, to: speech.words.length, startFrame: 0, endFrame: 300 },
    });
  };

  test.each([
    ["en", "Keepers carried the oil of the lamp up the tower.", 0],
    ["en", "Keepers say that the lamp burns all night.", 0],
    ["en", "Keepers carried it up the tower.", 1 / 2],
    ["ru", "Смотритель нёс его на башню.", 1 / 2],
    ["de", "Der Wärter trug das Öl auf den Turm.", 0],
    ["es", "La lámpara del faro no se apaga.", 0],
  ])("is worse for every word that stands for something before, in %s: %s", (language, text, expected) => {
    expect(featuresOf(text, language).references).toBeCloseTo(expected);
  });

  test("counts hesitations and repeated function words, but no emphasis", () => {
    expect(featuresOf("The the keeper, um, carried the oil up the tower.").stammer).toBe(1);
    expect(featuresOf("Nights at sea are long, cold, cold, cold and silent here.").stammer).toBe(0);
  });
});

describe("the body of a clip", () => {
  const featuresOf = (text: string) => {
    const { speech } = analyzed(text, "en");
    return createFeatures(speech, { fps, frameCount: 9000 })({
      ...{ from: 0, to: speech.words.length, startFrame: 0, endFrame: 300 },
    });
  };

  test("shows claims by emphatic words and by numbers with units", () => {
    expect(featuresOf("Nobody believed that 300 people built the largest tower.").claims).toBe(1);
    expect(featuresOf("The keeper carried the oil up the tower after dinner.").claims).toBe(0);
  });

  test("is chatter where its sentences are fragments", () => {
    expect(featuresOf("Hello there. Good to see you. Thanks. Yeah. Sure.").chatter).toBe(1);
    expect(featuresOf("The keeper carried the oil up. The lamp burned all night.").chatter).toBe(0);
  });

  test("changes its topic where the speaker says so, and leads on when it ends there", () => {
    const { speech } = analyzed(
      "The lamp burned all night in the tower. Now let's look at the harbor of the north. Ships came back at dawn.",
      "en",
    );
    const features = createFeatures(speech, { fps, frameCount: 9000 });
    const frames = { startFrame: 0, endFrame: 300 };
    expect(features({ from: 8, to: speech.words.length, ...frames }).topicStart).toBeGreaterThan(0.5);
    expect(features({ from: 0, to: 17, ...frames }).openEnd).toBeGreaterThan(0);
    expect(features({ from: 0, to: 8, ...frames }).openEnd).toBe(0);
  });

  test.each([
    "The lamp burns all night. Tell us about the oil that the keepers used.",
    "The lamp burns all night. How did the keepers carry the oil up?",
  ])("has no room for the answer to what is asked at its end: %s", (text) => {
    expect(featuresOf(text).lateQuestion).toBe(1);
    expect(featuresOf(text).openEnd).toBeGreaterThan(0);
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
    const { speech } = analyzed(text, language);
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
