import { describe, expect, test } from "@jest/globals";
import { createFeatures } from "../../../../core/clips/clip-features.ts";
import { fps } from "./choose.ts";
import { analyzedSpeech } from "./talks.ts";

/** The features of a text from one of its words to its end. */
const featuresOf = (text: string, language = "en", from = 0) => {
  const speech = analyzedSpeech(text, language);
  const frames = { startFrame: 0, endFrame: 300 };
  return createFeatures(speech, { fps, frameCount: 9000 }, [])({ from, to: speech.words.length, ...frames });
};

describe("a start", () => {
  test.each([
    ["And then they left. Why did they leave?", 1],
    ["So what did they do?", 0.6],
    ["Um, it's the sea that took them.", 1],
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
    expect(featuresOf(`Nobody came to the harbor. ${text}`, "en", 5).dependence).toBe(dependence);
  });
});

describe("an opening", () => {
  test.each([
    ["en", "Keepers carried oil up towers.", 4 / 5],
    ["en", "They said that it was like that.", 0],
    ["de", "Wärter trugen Öl auf Türme.", 3 / 5],
    ["zh", "他们说的是这个。", 0],
  ])("is better for what it names than for what it points to, in %s: %s", (language, text, expected) => {
    expect(featuresOf(text, language).openingContent).toBeCloseTo(expected);
  });

  test.each([
    ["Why did the keepers carry oil up the tower?", 1],
    ["What did you say about that?", 0],
    ["The keepers carried oil up the tower.", 0],
  ])("is a question that names what it is about, or not: %s", (text, expected) => {
    expect(featuresOf(text).openingQuestion).toBe(expected);
  });

  test("resumes where it says again what was said before it, and not where it says something new", () => {
    const resumptionOf = (text: string): number =>
      featuresOf(`The keeper carried oil up the tower. ${text}`, "en", 7).resumption;
    expect(resumptionOf("The keeper carried oil for the lamp of the tower.")).toBe(1);
    expect(resumptionOf("Ships came back at dawn with salt and wood.")).toBe(0);
  });

  test("counts hesitations and repeated function words, but no emphasis", () => {
    expect(featuresOf("The the keeper, um, carried the oil up the tower.").stammer).toBe(1);
    expect(featuresOf("Nights at sea are long, cold, cold, cold and silent here.").stammer).toBe(0);
  });
});

describe("the body of a clip", () => {
  test("shows claims by emphatic words and by numbers with units", () => {
    expect(featuresOf("Nobody believed that 300 people built the largest tower.").claims).toBe(1);
    expect(featuresOf("The keeper carried the oil up the tower after dinner.").claims).toBe(0);
  });

  test("has longer sentences than chatter", () => {
    expect(featuresOf("Hello there. Good to see you. Thanks. Yeah. Sure.").sentenceLength).toBe(0);
    expect(
      featuresOf("The keeper carried the oil up. The lamp burned all night.").sentenceLength,
    ).toBeCloseTo(1.5 / 16);
  });

  test("keeps to a subject that the rest of the talk does not have", () => {
    const speech = analyzedSpeech(
      "Oil burns. Oil costs. Oil smells. Ships sail. Towers stand. Keepers climb. Ships sink. Keepers sleep.",
      "en",
    );
    const features = createFeatures(speech, { fps, frameCount: 9000 }, []);
    const focus = (from: number, to: number): number =>
      features({ from, to, startFrame: 0, endFrame: 300 }).focus;
    const [about, other] = [focus(0, 6), focus(6, 12)];
    expect(about).toBeCloseTo(3 / 6);
    expect(other).toBe(0);
    // The same whatever range was asked for before.
    expect([focus(0, 4), focus(0, 6), focus(0, 4)]).toEqual([2 ** 2 / 3 / 4, about, 2 ** 2 / 3 / 4]);
  });

  test("changes its topic where the speaker says so, and leads on when it ends there", () => {
    const speech = analyzedSpeech(
      "The lamp burned all night in the tower. Now let's look at the harbor of the north. Ships came back at dawn.",
      "en",
    );
    const features = createFeatures(speech, { fps, frameCount: 9000 }, []);
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

  test("leads on where the video is cut off within a sentence", () => {
    expect(featuresOf("The lamp burned all night. And then he said to the").openEnd).toBeGreaterThan(0);
    expect(featuresOf("The lamp burned all night. Then he said no.").openEnd).toBe(0);
  });
});
