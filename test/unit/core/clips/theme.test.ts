import { describe, expect, test } from "@jest/globals";
import { themeOf } from "../../../../core/clips/theme.ts";
import { titleSourceOf } from "./talks.ts";

describe("a theme", () => {
  const themeIn = (text: string, language: string): string => {
    const source = titleSourceOf(text, language);
    return themeOf(source, { from: 0, to: source.speech.words.length, startFrame: 0, endFrame: 1 });
  };

  test.each([
    [
      "en",
      "So, um, the secret of every lighthouse is a ring of glass prisms. They did that.",
      /secret of every lighthouse/,
    ],
    [
      "en",
      "And yeah, he said it. Why were lighthouses painted in stripes?",
      /^Why were lighthouses painted in stripes\?$/,
    ],
    [
      "zh",
      "然后他就走了。灯塔为什么要涂上条纹呢？船长在岩石上失去了他的船。",
      /灯塔为什么要涂上条纹|船长在岩石上失去了他的船/,
    ],
  ])("is a whole clause, in %s: %s", (language, text, expected) => {
    expect(themeIn(text, language)).toMatch(expected);
  });

  test.each([
    [
      "en",
      "I think that, um, keepers are the the loneliest people on earth. It was so.",
      "Keepers are the loneliest people on earth",
    ],
    [
      "en",
      "The secret is a ring of glass prisms which bends every part of the light towards the far horizon at night.",
      "The secret is a ring of glass prisms",
    ],
    [
      "en",
      "One of the many annoying things about keeping a lonely lighthouse in the far north of the country is fog.",
      "Lonely lighthouse",
    ],
    [
      "pt",
      "Eu sempre falo que o farol é a casa mais solitária do mundo. Foi assim.",
      "O farol é a casa mais solitária do mundo",
    ],
    [
      "de",
      "Der Turm ist das einsamste Haus an der Küste, weil dort im Winter wochenlang niemand ankommt oder abfährt.",
      "Der Turm ist das einsamste Haus an der Küste",
    ],
  ])("is what a sentence states, in %s: %s", (language, text, expected) => {
    expect(themeIn(text, language)).toBe(expected);
  });

  test("is the question that a clip answers", () => {
    const source = titleSourceOf("Why did keepers go mad? It was the fog. They never slept.", "en");
    const clip = { from: 5, to: source.speech.words.length, startFrame: 0, endFrame: 1 };
    expect(themeOf(source, clip)).toBe("Why did keepers go mad?");
    expect(themeOf({ ...source, isAllowed: () => false }, clip)).not.toContain("mad");
  });

  test("is no part of a clause whose verb is missing", () => {
    const theme = themeIn(
      "It was he, chief keeper of the northern towers, who did it for them, and they left.",
      "en",
    );
    expect(theme).not.toBe("Chief keeper of the northern towers");
  });

  test.each([
    [
      "en",
      "I think that was the second most popular tower of the islands. Keepers are the loneliest people on earth.",
      "Keepers are the loneliest people on earth",
    ],
    [
      "es",
      "A José Bermúdez, que estaba en el exilio en Haití, le escribe él. El faro es la casa más solitaria del mundo.",
      "El faro es la casa más solitaria del mundo",
    ],
    [
      "ru",
      "Маяк стоит, горящий над холодным северным морем, и он там. Смотрители маяков жили одни на острове.",
      "Смотрители маяков жили одни на острове",
    ],
    [
      "de",
      "Spitzfindige könnten da vielleicht sagen, ist das schon Kommunismus oder noch Sozialdemokratie? Er tat es.",
      "Ist das schon Kommunismus oder noch Sozialdemokratie?",
    ],
    [
      "en",
      "So I am, you know, basically a failed keeper of the northern lighthouse. They did it.",
      "I am a failed keeper of the northern lighthouse",
    ],
  ])("has its subject and its own verb, in %s: %s", (language, text, expected) => {
    expect(themeIn(text, language)).toBe(expected);
  });

  test.each([
    ["en", "The keepers are friendly people, right? It was so.", "The keepers are friendly people"],
    [
      "en",
      "For example, keepers are the loneliest people on earth.",
      "Keepers are the loneliest people on earth",
    ],
    [
      "en",
      "Keepers are the Why were lighthouses painted in stripes?",
      "Why were lighthouses painted in stripes?",
    ],
    [
      "en",
      "The tower was the tower was the loneliest house on earth.",
      "The tower was the loneliest house on earth",
    ],
    [
      "en",
      "Of people painting towers? Keepers are the loneliest people.",
      "Keepers are the loneliest people",
    ],
    ["es", "Por ejemplo, el faro es la casa más solitaria, ¿verdad?", "El faro es la casa más solitaria"],
    ["es", "Fue así. Por qué pintaron los faros de blanco?", "¿Por qué pintaron los faros de blanco?"],
    [
      "pt",
      "Gente, o farol é a casa mais solitária do mundo, né?",
      "O farol é a casa mais solitária do mundo",
    ],
    ["de", "Zum Beispiel, der Turm ist das einsamste Haus, oder?", "Der Turm ist das einsamste Haus"],
    [
      "fr",
      "Par exemple, le phare est la maison la plus seule, hein ?",
      "Le phare est la maison la plus seule",
    ],
    ["zh", "比如，灯塔是世界上最孤独的房子，对吧？", "灯塔是世界上最孤独的房子"],
  ])("has no lead-in, false start, repetition or tag, in %s: %s", (language, text, expected) => {
    expect(themeIn(text, language)).toBe(expected);
  });

  test.each([
    "Why did everyone blame Will Turner for the storm?",
    "Why did the band The Who paint the lighthouse?",
    "One, two and three keepers painted the lighthouse",
  ])("keeps names and numbers: %s", (title) => {
    expect(themeIn(title.endsWith("?") ? title : `${title}.`, "en")).toBe(title);
  });

  test("prefers a statement that needs no other sentence", () => {
    const text = "This chat tower was very successful in Norway. Lighthouse keepers are very lonely people.";
    expect(themeIn(text, "en")).toBe("Lighthouse keepers are very lonely people");
  });

  test("does not take a denial from its sentence", () => {
    const text =
      "Nada é mais perigoso na costa, porque o farol da ilha distante ficou apagado durante todas as noites de inverno.";
    expect(themeIn(text, "pt")).not.toMatch(/^Nada/);
  });

  test("does not state what a sentence denies", () => {
    const text =
      "It was never shown in the old books of Norway that lighthouse keepers are very lonely people.";
    expect(themeIn(text, "en")).not.toMatch(/keepers are/i);
  });

  test("has no quotation mark without its other one", () => {
    expect(themeIn('He said so. The keepers are the loneliest people on earth."', "en")).toBe(
      "The keepers are the loneliest people on earth",
    );
  });

  test("is a term that is repeated, rather than the beginning of a sentence", () => {
    const text =
      "Because the granite tower with all of those winter storms around the granite tower with whales and whalers and the harbor of the northern islands";
    expect(themeIn(text, "en")).toBe("Granite tower");
  });

  test("of key phrases repeats no word", () => {
    const text =
      "because the twin lamp twin lamp paint keepers carried whale oil and brass lamps up the granite tower while winter storms broke walls";
    expect(themeIn(text, "en")).not.toMatch(/twin.*twin/i);
  });

  test("of Chinese without punctuation is a clause", () => {
    const text = "船长在岩石上失去了船然后他走到灯塔里去所以岛上的人都认识他但是没有人知道他的名字";
    expect(text).toContain(themeIn(text, "zh"));
  });

  test("of one long sentence is its key phrase, without fillers", () => {
    const text =
      "and so you know um because the lighthouse keepers of the northern islands who never slept carried whale oil and brass lamps up the granite tower while the winter storms of the year broke the harbor wall";
    const theme = themeIn(text, "en");
    expect(theme).toMatch(
      /^(?:Lighthouse keepers|Northern islands|Granite tower|Winter storms|Harbor wall|Brass lamps)$/,
    );
  });

  test("has at most 24 characters of Chinese, Japanese or Korean", () => {
    const text =
      "昔々あの北の海岸の高い灯台には毎晩二百リットルの油を運ぶ若い灯台守がいて彼は嵐の夜も決して眠らずに船を守り続けました";
    expect([...themeIn(text, "ja")].length).toBeLessThanOrEqual(24);
  });
});
