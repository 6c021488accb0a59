import { expect, test } from "@jest/globals";
import { choose, wordsIn } from "./choose.ts";
import { spokenTranscript } from "./talks.ts";

const bakery = `Good evening, and thank you all for being here. My name is Clara, and for twelve years I have been baking bread. |
Here is the biggest mistake that beginners make. They add yeast because they are afraid to wait. Taste comes from acid,
and acid comes from time. If you remember only one thing tonight, remember this. | Time is the main ingredient. |
Why is the bread in the supermarket so cheap? Because you pay for air. A loaf is beaten for three minutes and then blown
up with gas. It was never the flour. It was the air that you bought, and it costs nothing. |
And that is all. Thank you very much. If there are questions, I am at the table by the door.`;
const backerei = `Guten Abend und herzlich willkommen, ich heiße Jonas und habe seit zwanzig Jahren eine Werkstatt. |
Warum gehen so viele Ketten kaputt? Weil niemand sie putzt. Eine saubere Kette hält fünftausend Kilometer, eine schmutzige
kaum tausend. Der größte Fehler ist folgendes. | Niemand hat einen Lappen. | Und das war es. Vielen Dank fürs Zuhören.`;

const clipsOf = async (text: string, language: string, most: number): Promise<string[]> => {
  const { transcript, seconds } = spokenTranscript(text, language);
  const clips = await choose(transcript, seconds, "lt_30s", most, { language });
  return clips.map((clip) => wordsIn(transcript, clip));
};

test.each([
  [bakery, "en", /remember this \. Time is the main ingredient \.$/],
  [backerei, "de", /folgendes \. Niemand hat einen Lappen \.$/],
])("a clip has what its last sentence announces", async (text, language, whole) => {
  const texts = await clipsOf(text, language, 2);
  expect(texts).toContainEqual(expect.stringMatching(whole));
  for (const one of texts) expect(one).not.toMatch(/(?:remember this|folgendes) \.$/);
});

test("keeps parallel sentences in one clip", async () => {
  for (const text of await clipsOf(bakery, "en", 3)) expect(text).not.toMatch(/never the flour \.$/);
});

test.each([
  [bakery, "en"],
  [backerei, "de"],
])("greetings and thanks are not clips, even if fewer than requested remain", async (text, language) => {
  const texts = await clipsOf(text, language, 5);
  expect(texts.length).toBeLessThan(5);
  for (const one of texts) expect(one).not.toMatch(/^(?:Good evening|Guten Abend)|Thank you|Vielen Dank/);
});

test("prefers two good clips to three arbitrary ones", async () => {
  const tale = (subject: string): string =>
    `Long ago the ${subject} lost everything in one night, and nobody ever found out why it happened. `.repeat(
      10,
    );
  const dull = "and so it was there with them as they had it then, ".repeat(7);
  const text = `${dull.trim()} so it went. | ${tale("baker")} | ${dull.trim()} so it was. | ${tale("miller")} | ${dull.trim()} so it is.`;
  const { transcript, seconds } = spokenTranscript(text, "en");
  const clips = await choose(transcript, seconds, "gte_30s_lt_60s", 5);
  const openings = clips.map((clip) => wordsIn(transcript, clip).split(" ").slice(0, 3).join(" "));
  for (const opening of openings) expect(opening).toBe("Long ago the");
});
