import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { BrollCandidate, BrollLibrary, BrollQuery } from "../../../../core/broll/broll-library.ts";
import { type BrollChoiceInput, chooseBrolls } from "../../../../core/broll/choose-brolls.ts";
import { createOperatorLibrary, type LibraryClip } from "../../../../core/broll/operator-library.ts";
import type { Transcript } from "../../../../core/transcript/word-entry.ts";
import { createdAt, someMedia } from "../../../fakes/builders.ts";
import { spokenText } from "../annotation/spoken.ts";

const clip = (id: string, keywords: string[], media: Parameters<typeof someMedia>[0] = {}): LibraryClip => ({
  id,
  filename: `${id}.mp4`,
  keywords,
  media: someMedia({ durationSeconds: 8, ...media }),
  addedAt: createdAt,
});
const library = (...clips: LibraryClip[]): BrollLibrary => createOperatorLibrary({ clips, removed: [] });

const film = (
  transcript: Transcript,
  percent: number,
  fields: Partial<BrollChoiceInput> = {},
): BrollChoiceInput => ({
  transcript,
  language: "en",
  durationSeconds: (transcript.at(-1)?.endSeconds ?? 0) + 1,
  frame: { width: 1080, height: 1920 },
  percent,
  ...fields,
});

/** Something for every stretch of speech. */
const endless = (durationSeconds = 30): BrollLibrary & { wishes: BrollQuery[] } => {
  const wishes: BrollQuery[] = [];
  return {
    wishes,
    find: async (wish) => {
      wishes.push(wish);
      const offer = (n: number): BrollCandidate => ({
        id: `clip ${n}`,
        url: `https://clips.example/${n}.mp4`,
        durationSeconds,
        keyword: wish.words[0]?.text ?? "",
      });
      return Array.from({ length: 100 }, (_, n) => offer(n));
    },
  };
};

const minutes = (count: number): Transcript =>
  spokenText(
    Array.from(
      { length: count * 15 },
      (_, n) => `Today number${n} gardeners water beautiful flowers near mountains again.`,
    ).join(" "),
    "en",
  );

describe("clips over a part of a film", () => {
  test.each([5, 20, 40, 50, 70, 90, 100])(
    "%d percent of the time, at the edges of words",
    async (percent) => {
      const transcript = minutes(1);
      const one = film(transcript, percent);
      const chosen = await chooseBrolls(one, [endless()]);
      const covered = chosen.reduce(
        (sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds,
        0,
      );
      // Pauses between sentences are never covered.
      expect(covered / one.durationSeconds).toBeGreaterThan(Math.min(percent, 85) / 100 - 0.06);
      expect(covered / one.durationSeconds).toBeLessThan(percent / 100 + 0.06);
      const starts = new Set(transcript.map((entry) => entry.startSeconds));
      const ends = new Set(transcript.map((entry) => entry.endSeconds));
      expect(
        chosen.every(({ startSeconds, endSeconds }) => starts.has(startSeconds) && ends.has(endSeconds)),
      ).toBe(true);
    },
  );

  test("spread over the whole film", async () => {
    const one = film(minutes(2), 20);
    const thirds = (await chooseBrolls(one, [endless()])).map(({ startSeconds }) =>
      Math.floor((startSeconds / one.durationSeconds) * 3),
    );
    for (const third of [0, 1, 2]) expect(thirds.filter((at) => at === third).length).toBeGreaterThan(1);
  });

  test("in any film: 2 to 5 s, none in the opening, apart, none twice, and always the same", async () => {
    const words = fc.constantFrom("dogs", "sea", "the", "mountain", "never", "42", "rain", ".", ",");
    const anyFilm = fc.record({
      words: fc.array(fc.tuple(words, fc.double({ min: 0, max: 2, noNaN: true })), { maxLength: 120 }),
      percent: fc.integer({ min: 1, max: 100 }),
      clipSeconds: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(anyFilm, async ({ words: spoken, percent, clipSeconds }) => {
        let at = 0;
        const transcript = spoken.map(([text, pause]) => {
          const startSeconds = at + pause;
          at = startSeconds + 0.4;
          return {
            text,
            type: /\w/.test(text) ? ("word" as const) : ("punctuation" as const),
            startSeconds,
            endSeconds: at,
          };
        });
        const one = film(transcript, percent);
        const chosen = await chooseBrolls(one, [endless(clipSeconds)]);
        for (const [n, { startSeconds, endSeconds }] of chosen.entries()) {
          const previous = chosen[n - 1]?.endSeconds ?? 0;
          const gap = percent > 50 ? 0 : 1;
          expect(startSeconds).toBeGreaterThanOrEqual(n === 0 ? 2 : previous + gap - 1e-6);
          expect(endSeconds - startSeconds).toBeGreaterThanOrEqual(2);
          expect(endSeconds - startSeconds).toBeLessThanOrEqual(Math.min(5, clipSeconds) + 1e-6);
          expect(endSeconds).toBeLessThanOrEqual(one.durationSeconds);
        }
        expect(new Set(chosen.map(({ candidate }) => candidate.id)).size).toBe(chosen.length);
        expect(await chooseBrolls(one, [endless(clipSeconds)])).toEqual(chosen);
      }),
      { numRuns: 60 },
    );
  });

  test("none where nothing suits, nothing is said, or what is said is grave", async () => {
    const dogs = library(clip("dogs", ["dog"]));
    expect(await chooseBrolls(film(minutes(1), 50), [dogs])).toEqual([]);
    expect(await chooseBrolls(film([], 50, { durationSeconds: 30 }), [dogs])).toEqual([]);
    const grave = spokenText(
      "Well this is how it was then back here. The war killed all of our beautiful dogs there.",
      "en",
    );
    expect(await chooseBrolls(film(grave, 50), [dogs])).toEqual([]);
  });

  test("the first library is asked first, the next one where it has nothing", async () => {
    const text =
      "Now look at this one here again. Our dogs love running on beaches today. Then mountains rise behind all of these houses.";
    const one = film(spokenText(text, "en"), 80);
    const chosen = await chooseBrolls(one, [library(clip("dogs", ["dog"])), endless()]);
    expect(chosen.map(({ candidate }) => candidate.id)).toEqual([
      "library:dogs",
      expect.stringContaining("clip"),
    ]);
    expect(chosen[0]).toMatchObject({ candidate: { keyword: "dog" } });
  });
});

describe("the operator's keywords in what is said", () => {
  const found = async (text: string, language: string, ...keywords: string[]) => {
    const one = film(spokenText(text, language), 100, { language });
    return (await chooseBrolls(one, [library(clip("c", keywords))])).map(
      ({ candidate }) => candidate.keyword,
    );
  };
  test.each([
    ["en", "Well well look here now. We were walking our dogs in that park yesterday.", "dog"],
    ["en", "Well well look here now. There stands the City Hall of our beautiful town.", "city hall"],
    ["es", "Pues mira esto de aquí ahora. Ayer tomamos los cafés calientes en nuestra plaza.", "cafe"],
    ["de", "Also schau mal hier jetzt hin. Gestern haben wir viele Häuser in der Altstadt gesehen.", "haus"],
    [
      "ru",
      "Ну вот посмотри сюда сейчас пожалуйста. Вчера мы гуляли с нашими собаками по большому парку.",
      "собака",
    ],
    ["ja", "はい、これを見てくださいね皆さん。昨日は家族と一緒に公園で犬と長い散歩をしました。", "犬"],
    ["zh", "好的大家请看这里现在。昨天我们和家人一起在公园里喝咖啡聊天很开心。", "咖啡"],
    [
      "ko",
      "자 여기를 좀 보세요 지금 바로. 어제 우리는 강아지와 함께 공원에서 산책을 했습니다 정말.",
      "강아지",
    ],
    ["ar", "حسنا انظر إلى هذا هنا الآن. أمس شربنا القهوة الساخنة مع أصدقائنا في الحديقة الكبيرة.", "قهوة"],
  ])("%s: %s", async (language, text, keyword) => {
    expect(await found(text, language, keyword, "submarine")).toEqual([keyword]);
    expect(await found(text, language, "submarine", "潜水艦")).toEqual([]);
  });

  test("of two clips the one that more words suit is shown, then the one that lies like the frame", async () => {
    const one = film(
      spokenText("Well well look here now. Our dogs are running along some sunny beach.", "en"),
      100,
    );
    const wide = { width: 1920, height: 1080 };
    const pick = async (...clips: LibraryClip[]) =>
      (await chooseBrolls(one, [library(...clips)])).map(({ candidate }) => candidate.id);
    expect(await pick(clip("a", ["dog"]), clip("b", ["beach", "dogs"]))).toEqual(["library:b"]);
    expect(await pick(clip("a", ["dog"], wide), clip("b", ["dog"]))).toEqual(["library:b"]);
  });
});

describe("a film whose captions are translated", () => {
  const read = spokenText("Well well look here now. We were walking our dogs in that park yesterday.", "en");
  const heard = spokenText(
    "Pues mira esto de aquí ahora. Ayer paseamos a los perros por aquel parque.",
    "es",
  );
  const keywords = async (spoken: Transcript, ...words: string[]) => {
    const clips = words.map((word) => clip(word, [word]));
    const chosen = await chooseBrolls(
      film(read, 100, { originalSpeech: { transcript: spoken, language: "es" } }),
      [library(...clips)],
    );
    return chosen.map(({ candidate }) => candidate.keyword);
  };

  test.each([["dog"], ["perro"]])("is shown a clip for %s, which is read or heard", async (keyword) => {
    expect(await keywords(heard, keyword, "submarino")).toEqual([keyword]);
  });

  test("is shown a clip while its word is heard", async () => {
    const later = heard.map((word) => ({
      ...word,
      startSeconds: word.startSeconds + 20,
      endSeconds: word.endSeconds + 20,
    }));
    expect(await keywords(later, "perro")).toEqual([]);
  });

  test("is left alone where either tells of something grave", async () => {
    const war = heard.map((word) => (word.text === "parque" ? { ...word, text: "guerra" } : word));
    expect(await keywords(war, "dog", "perro")).toEqual([]);
  });
});
