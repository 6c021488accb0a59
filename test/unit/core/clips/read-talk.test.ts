import { describe, expect, test } from "@jest/globals";
import { readingLimits } from "../../../../core/clips/read-talk.ts";
import type { LanguageModel } from "../../../../core/language-model.ts";
import { choose, wordsIn } from "./choose.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const talk = spokenTranscript(lighthouses, "en");
/** More than one piece, with the same sentences again and again. */
const long = spokenTranscript(`${lighthouses} `.repeat(14), "en");

interface Request {
  before?: string;
  sentences?: [number, string][];
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
  test("gets every sentence once, with its own summary of what was before", async () => {
    let pieces = 0;
    const model = reading(() => `{"summary":"Part ${++pieces}","clips":[]}`, first);
    await choose(long.transcript, long.seconds, "lt_30s", 2, { model });
    const read = model.requests.filter(({ sentences }) => sentences);
    expect(read.length).toBeGreaterThan(1);
    expect(read.map(({ before }) => before)).toEqual(
      read.map((_, index) => (index === 0 ? "" : `Part ${index}`)),
    );
    const words = read.flatMap(({ sentences = [] }) => sentences.flatMap(([, text]) => text.split(" ")));
    expect(words).toHaveLength(long.transcript.filter(({ type }) => type === "word").length);
    expect(model.requests.at(-1)?.about).toBe(`Part ${read.length}`);
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
