import { describe, expect, test } from "@jest/globals";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import { titlesIn } from "../../../../core/clips/theme.ts";
import { spokenTranscript } from "./talks.ts";

const titlesOf = (text: string, language: string): string[] => {
  const { transcript, seconds } = spokenTranscript(text, language);
  const speech = analyzeSpeech(transcript, language, seconds);
  const clip = { from: 0, to: speech.words.length, startFrame: 0, endFrame: 1 };
  return titlesIn({ speech, transcript, isAllowed: () => true }, clip).map((title) => title.text);
};

describe("the possible titles of a clip", () => {
  test.each([
    ["en", "Anybody can stop the line.", "Anybody can stop the line"],
    ["en", "What was there before nothing, then?", "What was there before nothing, then?"],
    ["en", "Who are you?", "Who are you?"],
    ["pt", "Ele disse que a direita não quer o poder.", "A direita não quer o poder"],
  ])("may consist of stop words, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContain(title);
  });

  test("are no two stop words", () => {
    expect(titlesOf("They do, and the keepers of the tower paint it.", "en")).not.toContain("They do");
  });

  test.each([
    ["fr", "Le phare donne 98 % à la coopérative.", /^Le phare donne 98 ?% à la coopérative$/u],
    ["fr", "La remise du phare atteint 98 %.", /^La remise du phare atteint 98 ?%$/u],
    ["en", "The keepers know that 2 + 3 = 5.", /^2 \+ 3 = 5$/u],
  ])("have the symbols between their words, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContainEqual(expect.stringMatching(title));
  });

  test.each(["♪", "um"])("have nothing else between their words: %s", (entry) => {
    expect(titlesOf(`The keepers ${entry} paint the tower.`, "en")).toContain("The keepers paint the tower");
  });

  test.each([
    ["fr", "Vous vous approcherez du vieux phare.", "Vous vous approcherez du vieux phare"],
    ["de", "Er kennt das Licht, das das Meer erhellt.", "Das das Meer erhellt"],
    ["en", "The keepers had had a lamp.", "The keepers had had a lamp"],
    ["en", "What a tariff is is the problem of sailors.", "What a tariff is is the problem of sailors"],
    ["en", "What they paint, they paint well.", "What they paint, they paint well"],
    ["en", "The keepers know that 2 + 2 = 4.", "2 + 2 = 4"],
    ["hi", "दीपक धीरे धीरे बुझता है।", "दीपक धीरे धीरे बुझता है"],
  ])("keep what is meant twice, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContain(title);
  });

  test.each([
    ["The keepers paint the, um, the tower.", "The keepers paint the tower"],
    ["The keepers paint the the tower.", "The keepers paint the tower"],
    ["The keepers paint the keepers paint the tower.", "The keepers paint the tower"],
    ["The keepers had had had a lamp.", "The keepers had a lamp"],
    ["The tower is is old.", "The tower is old"],
  ])("have no stammer: %s", (text, title) => {
    expect(titlesOf(text, "en")).toContain(title);
  });

  test.each([
    [
      "pl",
      "W tej liczbie stoi cyfra 3. Ilekroć latarnia świeci, statek płynie.",
      "Ilekroć latarnia świeci, statek płynie",
    ],
    [
      "it",
      "Il faro proietta un vettore W. Geometricamente il faro segue la costa.",
      "Geometricamente il faro segue la costa",
    ],
  ])("do not run over the end of a sentence, in %s: %s", (language, text, title) => {
    const titles = titlesOf(text, language);
    expect(titles).toContain(title);
    expect(titles.filter((one) => one.includes(". "))).toEqual([]);
  });

  test.each([
    ["en", "The tower belongs to George W. Bush."],
    ["en", "The tower belongs to J. K. Rowling."],
    ["en", "The tower belongs to Dr. Smith of the U.S. Army."],
    ["de", "Der Turm wurde am 3. Oktober gebaut."],
    ["pl", "Latarnię zdobyto przez 3. Armię."],
  ])("contain abbreviations, initials and ordinals, in %s: %s", (language, text) => {
    expect(titlesOf(text, language)).toContain(text.slice(0, -1));
  });

  test.each([
    ["uk", "Він спитав: Чи світить ще старий маяк?", "Чи світить ще старий маяк?"],
    ["pt", "Ele perguntou: Lembram do velho farol?", "Lembram do velho farol?"],
    ["en", 'He asked, "Keepers of the tower, still awake?"', "Keepers of the tower, still awake?"],
  ])("are questions that are quoted, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContain(title);
  });

  test.each([
    ["es", "Así es como los faros salvaron barcos.", "Es como los faros salvaron barcos"],
    ["en", "So is the life of keepers.", "Is the life of keepers"],
    ["en", "Now is the time for lighthouses.", "Is the time for lighthouses"],
    ["pl", "To jest stara latarnia.", "Jest stara latarnia"],
    ["ru", "Так устроен старый маяк.", "Устроен старый маяк"],
    ["de", "So ist das Leben am Leuchtturm.", "Ist das Leben am Leuchtturm"],
    ["de", "Dann sieht er immer Skandale.", "Sieht er immer Skandale"],
    ["de", "Natürlich brennt dort eine Lampe.", "Brennt dort eine Lampe"],
    ["nl", "Dus brandt er een lamp.", "Brandt er een lamp"],
    ["sv", "Så fungerar en gammal fyr.", "Fungerar en gammal fyr"],
  ])("have the first part of a statement, in %s: %s", (language, text, rest) => {
    expect(titlesOf(text, language)).toContain(text.slice(0, -1));
    expect(titlesOf(text, language)).not.toContain(rest);
  });

  test.each([
    ["es", "Así que los faros salvaron barcos.", "Los faros salvaron barcos"],
    ["en", "So is the lamp broken?", "Is the lamp broken?"],
    ["en", "So the lamp is broken.", "The lamp is broken"],
    ["en", "So that is one reason.", "That is one reason"],
    ["ru", "Так, маяк очень старый.", "Маяк очень старый"],
    ["uk", "Отже маяк дуже старий.", "Маяк дуже старий"],
    ["ar", "لذا المنارة قديمة جدا.", "المنارة قديمة جدا"],
    ["hi", "इसलिए दीपक बहुत पुराना है।", "दीपक बहुत पुराना है"],
    ["ar", "المنارة قديمة جدا لأن البحر قديم.", "المنارة قديمة جدا"],
    ["hi", "रक्षक कहते हैं कि दीपक बहुत पुराना है।", "दीपक बहुत पुराना है"],
    ["de", "Also der Turm ist sehr alt.", "Der Turm ist sehr alt"],
    ["de", "Und dann Leuchttürme sind auch Häuser.", "Leuchttürme sind auch Häuser"],
    ["de", "Wenn er liest, also dann sieht er immer Skandale.", "Dann sieht er immer Skandale"],
    ["de", "Also brennt dort eine Lampe?", "Brennt dort eine Lampe?"],
  ])("have no lead-in, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContain(title);
  });

  test.each([
    ["I know what kind of lamp burns.", "I know what kind of lamp burns"],
    ["The same sort of lamp burns in Norway.", "The same sort of lamp burns in Norway"],
    ["Do you know why keepers left?", "Do you know why keepers left?"],
    ["What I mean is the old lamp.", "What I mean is the old lamp"],
    ["The lamp is sort of broken.", "The lamp is broken"],
    ["I know what, you know, keepers do.", "I know what keepers do"],
    ["The keepers are, I mean, very lonely.", "The keepers are very lonely"],
  ])("have no interjection, but what sounds like one: %s", (text, title) => {
    expect(titlesOf(text, "en")).toContain(title);
  });

  test.each([
    ["en", "Don't forget that keepers are lonely people.", "Keepers are lonely people"],
    ["en", "There is no doubt that keepers are lonely people.", "Keepers are lonely people"],
    ["en", "No it turns out that keepers are lonely people.", "Keepers are lonely people"],
    ["en", "It is not big but he says that keepers are lonely people.", "Keepers are lonely people"],
    ["es", "No olvidemos que los guardianes son gente triste.", "Los guardianes son gente triste"],
    ["fr", "N'oublions pas que les gardiens sont des gens tristes.", "Les gardiens sont des gens tristes"],
    ["it", "Non dimentichiamo che i guardiani sono gente triste.", "I guardiani sono gente triste"],
    ["pt", "Não esqueçamos que os faroleiros são gente triste.", "Os faroleiros são gente triste"],
    ["sv", "Glöm inte att fyrvaktare är ensamma människor.", "Fyrvaktare är ensamma människor"],
  ])("report what is not denied, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContain(title);
  });

  test.each([
    ["en", "It is big but nobody says that keepers are lonely people.", "Keepers are lonely people"],
    ["en", "No keeper says that keepers are lonely people.", "Keepers are lonely people"],
    ["es", "No creo que los guardianes son gente triste.", "Los guardianes son gente triste"],
  ])("do not report what is denied, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).not.toContain(title);
  });
});
