import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { BrollCandidate, BrollLibrary, BrollQuery } from "../../../../core/broll/broll-library.ts";
import { type BrollChoiceInput, chooseBrolls } from "../../../../core/broll/choose-brolls.ts";
import { createOperatorLibrary, type LibraryClip } from "../../../../core/broll/operator-library.ts";
import type { Transcript } from "../../../../core/transcript/word-entry.ts";
import { createdAt, someMedia } from "../../../fakes/builders.ts";
import { transcriptOfText } from "../annotation/transcript-of-text.ts";

const clip = (id: string, keywords: string[], media: Parameters<typeof someMedia>[0] = {}): LibraryClip => ({
  id,
  filename: `${id}.mp4`,
  keywords,
  media: someMedia({ durationSeconds: 8, ...media }),
  addedAt: createdAt,
});
const library = (...clips: LibraryClip[]): BrollLibrary => createOperatorLibrary({ clips, removed: [] });

const videoInput = (
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

/** A library with a match for every query. */
const matchAllLibrary = (durationSeconds = 30): BrollLibrary & { wishes: BrollQuery[] } => {
  const wishes: BrollQuery[] = [];
  return {
    wishes,
    find: async (query) => {
      wishes.push(query);
      const offer = (n: number): BrollCandidate => ({
        id: `clip ${n}`,
        url: `https://clips.example/${n}.mp4`,
        durationSeconds,
        keyword: query.words[0]?.text ?? "",
      });
      return Array.from({ length: 100 }, (_, n) => offer(n));
    },
  };
};

const talkOfMinutes = (count: number): Transcript =>
  transcriptOfText(
    Array.from(
      { length: count * 15 },
      (_, n) => `Today number${n} gardeners water beautiful flowers near mountains again.`,
    ).join(" "),
    "en",
  );

describe("chooseBrolls", () => {
  test.each([5, 20, 40, 50, 70, 90, 100])(
    "%d percent of the time, at the edges of words",
    async (percent) => {
      const transcript = talkOfMinutes(1);
      const one = videoInput(transcript, percent);
      const chosen = await chooseBrolls(one, [matchAllLibrary()]);
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

  test("distributes clips over the whole video", async () => {
    const one = videoInput(talkOfMinutes(2), 20);
    const thirds = (await chooseBrolls(one, [matchAllLibrary()])).map(({ startSeconds }) =>
      Math.floor((startSeconds / one.durationSeconds) * 3),
    );
    for (const third of [0, 1, 2]) expect(thirds.filter((at) => at === third).length).toBeGreaterThan(1);
  });

  test("chooses clips of 2 to 5 s, none in the intro, with gaps, without repetition, deterministically", async () => {
    const words = fc.constantFrom("dogs", "sea", "the", "mountain", "never", "42", "rain", ".", ",");
    const anyVideo = fc.record({
      words: fc.array(fc.tuple(words, fc.double({ min: 0, max: 2, noNaN: true })), { maxLength: 120 }),
      percent: fc.integer({ min: 1, max: 100 }),
      clipSeconds: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(anyVideo, async ({ words: spoken, percent, clipSeconds }) => {
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
        const one = videoInput(transcript, percent);
        const chosen = await chooseBrolls(one, [matchAllLibrary(clipSeconds)]);
        for (const [n, { startSeconds, endSeconds }] of chosen.entries()) {
          const previous = chosen[n - 1]?.endSeconds ?? 0;
          const gap = percent > 50 ? 0 : 1;
          expect(startSeconds).toBeGreaterThanOrEqual(n === 0 ? 2 : previous + gap - 1e-6);
          expect(endSeconds - startSeconds).toBeGreaterThanOrEqual(2);
          expect(endSeconds - startSeconds).toBeLessThanOrEqual(Math.min(5, clipSeconds) + 1e-6);
          expect(endSeconds).toBeLessThanOrEqual(one.durationSeconds);
        }
        expect(new Set(chosen.map(({ candidate }) => candidate.id)).size).toBe(chosen.length);
        expect(await chooseBrolls(one, [matchAllLibrary(clipSeconds)])).toEqual(chosen);
      }),
      { numRuns: 60 },
    );
  });

  test("chooses none without a matching clip, without speech, or for sensitive speech", async () => {
    const dogs = library(clip("dogs", ["dog"]));
    expect(await chooseBrolls(videoInput(talkOfMinutes(1), 50), [dogs])).toEqual([]);
    expect(await chooseBrolls(videoInput([], 50, { durationSeconds: 30 }), [dogs])).toEqual([]);
    const sensitiveSpeech = transcriptOfText(
      "Well this is how it was then back here. The war killed all of our beautiful dogs there.",
      "en",
    );
    expect(await chooseBrolls(videoInput(sensitiveSpeech, 50), [dogs])).toEqual([]);
  });

  test("queries the next library only when the first one has no match", async () => {
    const text =
      "Now look at this one here again. Our dogs love running on beaches today. Then mountains rise behind all of these houses.";
    const one = videoInput(transcriptOfText(text, "en"), 80);
    const chosen = await chooseBrolls(one, [library(clip("dogs", ["dog"])), matchAllLibrary()]);
    expect(chosen.map(({ candidate }) => candidate.id)).toEqual([
      "library:dogs",
      expect.stringContaining("clip"),
    ]);
    expect(chosen[0]).toMatchObject({ candidate: { keyword: "dog" } });
  });
});

describe("the operator's library", () => {
  const found = async (text: string, language: string, ...keywords: string[]) => {
    const one = videoInput(transcriptOfText(text, language), 100, { language });
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
  ])("identifies %s: %s", async (language, text, keyword) => {
    expect(await found(text, language, keyword, "submarine")).toEqual([keyword]);
    expect(await found(text, language, "submarine", "潜水艦")).toEqual([]);
  });

  test("prefers the clip with more matching keywords, then with the frame's orientation", async () => {
    const one = videoInput(
      transcriptOfText("Well well look here now. Our dogs are running along some sunny beach.", "en"),
      100,
    );
    const wide = { width: 1920, height: 1080 };
    const pick = async (...clips: LibraryClip[]) =>
      (await chooseBrolls(one, [library(...clips)])).map(({ candidate }) => candidate.id);
    expect(await pick(clip("a", ["dog"]), clip("b", ["beach", "dogs"]))).toEqual(["library:b"]);
    expect(await pick(clip("a", ["dog"], wide), clip("b", ["dog"]))).toEqual(["library:b"]);
  });
});

describe("chooseBrolls with translated captions", () => {
  const captions = transcriptOfText(
    "Well well look here now. We were walking our dogs in that park yesterday.",
    "en",
  );
  const speech = transcriptOfText(
    "Pues mira esto de aquí ahora. Ayer paseamos a los perros por aquel parque.",
    "es",
  );
  const keywords = async (spoken: Transcript, ...words: string[]) => {
    const clips = words.map((word) => clip(word, [word]));
    const chosen = await chooseBrolls(
      videoInput(captions, 100, { originalSpeech: { transcript: spoken, language: "es" } }),
      [library(...clips)],
    );
    return chosen.map(({ candidate }) => candidate.keyword);
  };

  test.each([["dog"], ["perro"]])("matches %s in the captions or the speech", async (keyword) => {
    expect(await keywords(speech, keyword, "submarino")).toEqual([keyword]);
  });

  test("shows a clip while its word is spoken", async () => {
    const later = speech.map((word) => ({
      ...word,
      startSeconds: word.startSeconds + 20,
      endSeconds: word.endSeconds + 20,
    }));
    expect(await keywords(later, "perro")).toEqual([]);
  });

  test("chooses none where captions or speech are sensitive", async () => {
    const war = speech.map((word) => (word.text === "parque" ? { ...word, text: "guerra" } : word));
    expect(await keywords(war, "dog", "perro")).toEqual([]);
  });
});
