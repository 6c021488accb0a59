import { describe, expect, test } from "@jest/globals";
import { readingLimits } from "../../../../core/clips/read-talk.ts";
import { type LanguageModel, TextRejected } from "../../../../core/language-model.ts";
import { choose, wordsIn } from "./choose.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const talk = spokenTranscript(lighthouses, "en");
/** More than one piece, with the same sentences again and again. */
const long = spokenTranscript(`${lighthouses} `.repeat(14), "en");

interface Request {
  before?: string;
  /** Number of the first sentence that is not repeated. */
  new?: number;
  /** Number, start and end in seconds, and text. */
  sentences?: [number, number, number, string][];
  about?: string;
  clips?: { n: number; text: string }[];
}

/** A model that reads with one function and chooses with another. */
const reading = (
  read: (request: Required<Request>) => string,
  choosing: (request: Required<Request>) => string,
): LanguageModel & { requests: Request[] } => {
  const requests: Request[] = [];
  return {
    name: "model",
    requests,
    generate: async ({ user }) => {
      const request = JSON.parse(user) as Required<Request>;
      requests.push(request);
      return request.sentences ? read(request) : choosing(request);
    },
  };
};

const first = () => '{"clips":[{"n":1,"theme":"Chosen"}]}';

describe("a model that reads the talk", () => {
  test("gets every sentence with its time, the last ones of a piece twice, and its own summary of what was before", async () => {
    let pieces = 0;
    const model = reading(() => `{"summary":"Part ${++pieces}","clips":[]}`, first);
    await choose(long.transcript, long.seconds, "lt_30s", 2, { model });
    const read = model.requests.filter(({ sentences }) => sentences);
    expect(read.length).toBeGreaterThan(1);
    expect(read.map(({ before }) => before)).toEqual(
      read.map((_, index) => (index === 0 ? "" : `Part ${index}`)),
    );
    const starts = new Map<number, string>();
    for (const { sentences = [] } of read)
      for (const [, start, end, text] of sentences) {
        expect(end).toBeGreaterThan(start);
        starts.set(start, text);
      }
    const words = [...starts.values()].flatMap((text) => text.split(" "));
    expect(words).toHaveLength(long.transcript.filter(({ type }) => type === "word").length);
    const isNew = read.map(({ sentences = [], new: from = 0 }) => sentences.slice(from - 1));
    expect(isNew.flat()).toHaveLength(starts.size);
    expect(read[1]?.new).toBeGreaterThan(1);
    expect(model.requests.at(-1)?.about).toBe(`Part ${read.length}`);
  });

  test("can propose the longest clip across the border of two pieces", async () => {
    const model = reading(() => '{"summary":"","clips":[]}', first);
    await choose(long.transcript, long.seconds, "gte_90s_lt_180s", 1, { model });
    const { sentences = [], new: from = 0 } = model.requests[1] ?? {};
    const [start, border] = [sentences[0]?.[1] ?? 0, sentences[from - 1]?.[1] ?? 0];
    expect(border - start).toBeGreaterThan(170);
    expect(border - start).toBeLessThan(200);
  });

  test("proposes clips, which keep to whole sentences and the range", async () => {
    const model = reading(
      ({ sentences }) => {
        const last = sentences.length;
        return JSON.stringify({ summary: "", clips: [{ from: last - 3, to: last - 1 }] });
      },
      ({ clips }) => JSON.stringify({ clips: [{ n: clips.length, theme: "Proposed" }] }),
    );
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip?.theme).toBe("Proposed");
    const text = clip ? wordsIn(talk.transcript, clip) : "";
    expect(text).toMatch(/^\p{Lu}.*[.?!]$/u);
    expect(((clip?.endFrame ?? 0) - (clip?.startFrame ?? 0)) / 30).toBeLessThan(30);
  });

  test("gets just the sentences that it proposes where their length is within the range", async () => {
    let proposed = "";
    const model = reading(
      ({ sentences }) => {
        proposed = [6, 7, 8].map((number) => sentences[number - 1]?.[3]).join(" ");
        return JSON.stringify({ summary: "", clips: [{ from: 6, to: 8, rating: 9 }] });
      },
      ({ clips }) =>
        JSON.stringify({ clips: clips.filter(({ text }) => text === proposed).map(({ n }) => ({ n })) }),
    );
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip && wordsIn(talk.transcript, clip).replace(/ (?=[.,?])/g, "")).toBe(proposed);
  });

  test("may propose sentences that speak of a program, but no advertising", async () => {
    const spokenWith = (marked: string): Promise<string> => {
      const text = `${lighthouses} The keeper wrote a letter about that night. ${marked} Nobody ever sent him an answer to it. ${lighthouses}`;
      const { transcript, seconds } = spokenTranscript(text, "en");
      const model = reading(
        ({ sentences }) => {
          const from = sentences.find((sentence) => sentence[3].includes("wrote a letter"))?.[0] ?? 0;
          return JSON.stringify({ summary: "", clips: [{ from, to: from + 2, rating: 9 }] });
        },
        ({ clips }) =>
          JSON.stringify({
            clips: clips.filter((clip) => clip.text.includes("answer to it")).map(({ n }) => ({ n })),
          }),
      );
      return choose(transcript, seconds, "lt_30s", 1, { model }).then(([clip]) =>
        clip ? wordsIn(transcript, clip) : "",
      );
    };
    expect(await spokenWith("They put it into our next episode.")).toMatch(
      /^The keeper wrote .* next episode/,
    );
    expect(await spokenWith("Use the code TOWER at acme.com/tower for ten percent off.")).not.toMatch(
      /TOWER/,
    );
  });

  test("is shown the proposals that it rates highest, of all pieces", async () => {
    const rated = new Map<string, number>();
    const model = reading(
      ({ sentences }) => {
        const clips = [0, 1, 2].map((at) => {
          const from = 10 * at + 1;
          const rating = 1 + ((7 * rated.size) % 10);
          const text = [from, from + 1, from + 2].map((number) => sentences[number - 1]?.[3]).join(" ");
          rated.set(`${sentences[from - 1]?.[1]} ${text}`, rating);
          return { from, to: from + 2, rating };
        });
        return JSON.stringify({ summary: "", clips });
      },
      ({ clips }) => JSON.stringify({ clips: clips.map(({ n }) => ({ n })) }),
    );
    const longest = spokenTranscript(`${lighthouses} `.repeat(60), "en");
    await choose(longest.transcript, longest.seconds, "lt_30s", 1, { model });
    const shown = model.requests.at(-1)?.clips?.map(({ text }) => text) ?? [];
    const ratings = [...rated].map(([text, rating]) => ({ rating, text: text.replace(/^\S+ /, "") }));
    expect(ratings.length).toBeGreaterThan(readingLimits.maxProposals);
    expect(shown.length).toBeGreaterThan(readingLimits.maxProposals / 2);
    expect(shown.length).toBeLessThanOrEqual(readingLimits.maxProposals);
    const best = ratings.filter(({ rating }) => rating === 10).map(({ text }) => text);
    expect(shown).toEqual(expect.arrayContaining(best));
  });

  test.each([
    ["lies", '{"summary":7,"clips":[{"from":-3,"to":99999},{"from":9,"to":2},{"from":"x"},null]}'],
    ["floods", `{"summary":"${"x".repeat(9000)}","clips":[${'{"from":1,"to":2},'.repeat(500)}{}]}`],
    ["answers nothing", ""],
  ])("that %s does not change what it chooses afterwards", async (_, answer) => {
    const model = reading(() => answer, first);
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip?.theme).toBe("Chosen");
    expect(model.requests.at(-1)?.about?.length).toBeLessThanOrEqual(readingLimits.summaryCharacters);
  });

  test("is not asked for more pieces when it does not understand the first ones, or is slow", async () => {
    const deaf = reading(() => "I like it.", first);
    await choose(long.transcript, long.seconds, "lt_30s", 1, { model: deaf });
    let minutes = 0;
    const slow = reading(() => {
      minutes += 3;
      return '{"summary":"","clips":[]}';
    }, first);
    const now = () => new Date(minutes * 60_000);
    await choose(long.transcript, long.seconds, "lt_30s", 1, { model: slow, now });
    const pieces = [deaf, slow].map(({ requests }) => requests.filter(({ sentences }) => sentences).length);
    expect(pieces).toEqual([readingLimits.maxUnusable, 1]);
  });

  test("that rejects one piece reads the others, and chooses", async () => {
    const failures: unknown[] = [];
    let pieces = 0;
    const model = reading(() => {
      pieces += 1;
      if (pieces === 1) throw new TextRejected("blocked by our content filters");
      return '{"summary":"The rest","clips":[]}';
    }, first);
    const [clip] = await choose(long.transcript, long.seconds, "lt_30s", 2, { model }, failures);
    expect(clip?.theme).toBe("Chosen");
    expect(pieces).toBeGreaterThan(1);
    expect([model.requests.at(-1)?.about, failures]).toEqual(["The rest", []]);
  });

  test("that rejects everything has its rejection reported, and scores decide", async () => {
    const failures: unknown[] = [];
    const rejected = new TextRejected("blocked by our content filters");
    const reject = () => {
      throw rejected;
    };
    const model = reading(reject, reject);
    const clips = await choose(long.transcript, long.seconds, "lt_30s", 2, { model }, failures);
    expect(clips).toEqual(await choose(long.transcript, long.seconds, "lt_30s", 2));
    expect(failures).toEqual([rejected]);
    expect(model.requests).toHaveLength(readingLimits.maxUnusable + 1);
  });

  test("is ignored, and not asked again, once it fails", async () => {
    const failures: unknown[] = [];
    const model = reading(() => {
      throw new Error("too slow");
    }, first);
    const clips = await choose(long.transcript, long.seconds, "lt_30s", 2, { model }, failures);
    expect(clips).toEqual(await choose(long.transcript, long.seconds, "lt_30s", 2));
    expect([model.requests.length, failures.length]).toEqual([1, 1]);
  });
});
