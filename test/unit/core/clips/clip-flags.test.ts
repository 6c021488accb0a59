import { describe, expect, test } from "@jest/globals";
import { chooseClips } from "../../../../core/clips/choose-clips.ts";
import { createFlagFinder, flagsOfText } from "../../../../core/clips/clip-flags.ts";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import { fps, noRatings } from "./choose.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const flagsOf = (text: string, language: string) => {
  const { transcript, seconds } = spokenTranscript(text, language);
  const speech = analyzeSpeech(transcript, language, seconds);
  return createFlagFinder(speech)(0, speech.words.length);
};

describe("the flags of a text", () => {
  test.each([
    ["en", "That is a piece of shit, he said.", ["obscene"]],
    ["en", "They shouted white power at us.", ["hateful"]],
    ["de", "So eine Scheiße, ihr Arschlöcher!", ["obscene"]],
    ["es", "Vete a la mierda, cabrón.", ["obscene"]],
    ["fr", "Putain, quel connard !", ["obscene"]],
    ["it", "Che stronzata, vaffanculo.", ["obscene"]],
    ["pt", "Puta que pariu, que merda.", ["obscene"]],
    ["nl", "Wat een klootzak.", ["obscene"]],
    ["ru", "Это полный пиздец.", ["obscene"]],
    ["pl", "Kurwa, znowu to samo.", ["obscene"]],
    ["sv", "Den fittan igen.", ["obscene"]],
    ["en", "That mother-fucker again.", ["obscene"]],
    ["en", "What a cock-sucker.", ["obscene"]],
    ["en", "You ass‑hole.", ["obscene"]],
    ["en", "He asked for a hand-job.", ["obscene"]],
    ["en", "A total shit-show, really.", ["obscene"]],
    ["fr", "Voilà l'enculé.", ["obscene"]],
    ["fr", "Une bande d’enculés.", ["obscene"]],
    ["fr", "Quel trou-du-cul, ce type.", ["obscene"]],
    ["it", "Era un po' un'incazzata.", ["obscene"]],
    ["pt", "Foda-se, vai-te foder.", ["obscene"]],
    ["ru", "Он меня заёбывает.", ["obscene"]],
    ["ru", "Какой долбоеб.", ["obscene"]],
    ["fr", "Sale-nègre, sale-bougnoule !", ["hateful"]],
    ["it", "Il cavallo di Troia, figlio di troia.", ["obscene"]],
  ])("in %s: %s", (language, text, flags) => {
    expect(flagsOf(text, language)).toEqual(flags);
  });

  test.each([
    ["en", "The doctor explained sex, rape and the penis to a class in Scunthorpe with a Wankel engine."],
    ["de", "Der Ficus im Büro und die Regierung von Niger gedeihen."],
    ["es", "El martillo y la concha del negro gato están en la cocina."],
    ["fr", "La pédale du vélo et la chatte du voisin."],
    ["it", "Il cane, la vacca e il pesce del finocchio."],
    ["ru", "Хлебать суп и психуя бежать за хачапури."],
    ["en", "A second-hand job-sharing desk with an off-white power cord, a cock-a-hoop ex-shitake farmer."],
    ["en", "On the other hand, jobs are scarce. It was white. Power came later."],
    ["en", "O'Hara's cream-pie is a hands-on job, and the shih-tzu's mother-in-law bit it."],
    ["fr", "L'habitant d'Angers dit-il qu'aujourd'hui l'encre et l'ennui, peut-être, l'emmènent là-bas ?"],
    ["it", "La guerra di Troia finì con il cavallo di Troia."],
    ["fr", "La littérature négro-africaine."],
    ["it", "L'incanto dell'arte c'è, quest'anno, nell'ufficio."],
    ["de", "Das Fick'sche Gesetz und die E-Mail-Adresse."],
    ["pt", "Dá-me o guarda-chuva e disse-lhe bom-dia."],
    ["ru", "Ещё всё-таки кто-нибудь по-своему учёбу ведёт из-за неё, потребляя хлеб."],
    ["en", "A spic-and-span kitchen, gobbledy-gook, and a white power-sharing government."],
    ["ru", "Он приехал из Нигерии, а она из Нигера."],
    ["fr", "La négritude et la sculpture du Nigeria."],
    ["ja", "灯台にはなぜ縞模様があるのでしょうか。"],
  ])("are none for harmless words in %s: %s", (language, text) => {
    expect(flagsOf(text, language)).toEqual([]);
  });
});

describe("clips", () => {
  const criteria = { durationRange: "lt_30s" as const, maxClips: 5 };
  const deps = { ...noRatings, model: null, reportFailure: () => undefined, now: () => new Date(0) };
  const chosen = (text: string, excludeFlagged: boolean) => {
    const { transcript, seconds } = spokenTranscript(text, "en");
    const grid = { fps, frameCount: Math.floor(seconds * 30) };
    return chooseClips({ transcript, language: "en" }, grid, { ...criteria, excludeFlagged }, deps);
  };
  const vulgar = "This fucking tower is a shitty place. ".repeat(12);

  test("have the flags of their words, and are left out by choice", async () => {
    const [clip] = await chosen(vulgar, false);
    expect(clip?.flags).toEqual(["obscene"]);
    expect((await chosen(lighthouses, false)).every(({ flags }) => flags.length === 0)).toBe(true);
    const clean = await chosen(`${lighthouses} | ${vulgar}`, true);
    expect(clean.length).toBeGreaterThan(0);
    expect(clean.every(({ flags }) => flags.length === 0)).toBe(true);
  });

  test("have no title with what is said before them and must not be published", async () => {
    const before = "What the fuck is a keeper doing in his tower all night?";
    const clips = await chosen(
      lighthouses.replace("Why were lighthouses", `${before} | Why were lighthouses`),
      true,
    );
    expect(clips.map(({ theme }) => theme).filter((theme) => /fuck/.test(theme))).toEqual([]);
  });

  test.each([
    [false, "What the fuck keepers did at night", ["obscene"]],
    [true, expect.not.stringMatching(/fuck/), []],
  ])(
    "have the flags of a language model's title, which is left out by choice: %s",
    async (excludeFlagged, theme, flags) => {
      const { transcript, seconds } = spokenTranscript(lighthouses, "en");
      const response = JSON.stringify({ clips: [{ n: 1, theme: "What the fuck keepers did at night" }] });
      const model = { name: "model", generate: async () => response };
      const [clip] = await chooseClips(
        { transcript, language: "en" },
        { fps, frameCount: Math.floor(seconds * 30) },
        { ...criteria, maxClips: 1, excludeFlagged },
        { ...deps, model },
      );
      expect(clip).toMatchObject({ theme, flags });
    },
  );

  test.each([
    ["en", "What a cock-sucker the keeper was", ["obscene"]],
    ["en", "The keeper asked for a hand-job", ["obscene"]],
    ["pt", "Foda-se o farol", ["obscene"]],
    ["en", "On the other hand, jobs are scarce", []],
    ["en", "A spic-and-span kitchen and white power-sharing", []],
  ])("have those of their title, in %s: %s", (language, title, flags) => {
    expect(flagsOfText(title, language)).toEqual(flags);
  });

  test("are not made of nothing but flagged passages", async () => {
    await expect(chosen(vulgar, true)).rejects.toMatchObject({
      name: "NoUnflaggedClip",
    });
  });
});
