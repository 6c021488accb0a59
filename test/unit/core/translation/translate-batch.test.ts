import { describe, expect, test } from "@jest/globals";
import { modelPrompt, parseModelResponse } from "../../../../core/translation/model-prompt.ts";
import { checkUntranslatedShare, translateBatch } from "../../../../core/translation/translate-batch.ts";
import type { TranslationRequest, Translator } from "../../../../core/translation/translator.ts";

const request: TranslationRequest = {
  from: "en",
  to: "es",
  sentences: ["It cost 350 euros.", "We kept working on the project."],
  before: ["Hello there."],
  after: [],
};

/** Answers in turn, whatever is asked. */
const answering = (
  answers: ((sentences: readonly string[]) => (string | null)[])[],
  fields: Partial<Translator> = {},
): Translator & { asked: TranslationRequest[] } => {
  const asked: TranslationRequest[] = [];
  return {
    name: "test",
    isNondeterministic: false,
    supports: () => true,
    asked,
    translate: async (one) => {
      asked.push(one);
      return answers[asked.length - 1]?.(one.sentences) ?? [];
    },
    ...fields,
  };
};
const good = ["Costó 350 euros.", "Seguimos trabajando en el proyecto."];
const noReport = (): void => {};

describe("translateBatch", () => {
  test("good answers are taken at once", async () => {
    const engine = answering([() => good]);
    expect(await translateBatch(request, [engine], noReport)).toEqual(
      good.map((text) => ({ text, isDoubtful: false })),
    );
    expect(engine.asked).toHaveLength(1);
  });

  test("what is bad is asked again, alone, with its neighbours to read", async () => {
    const engine = answering(
      [() => [good[0] ?? null, request.sentences[1] ?? null], () => [good[1] ?? null]],
      {
        isNondeterministic: true,
      },
    );
    expect((await translateBatch(request, [engine], noReport)).map(({ text }) => text)).toEqual(good);
    expect(engine.asked[1]).toMatchObject({
      sentences: [request.sentences[1]],
      before: ["Hello there.", request.sentences[0]],
    });
  });

  test("a model is told which numbers and names its first answer has lost", async () => {
    const engine = answering([() => ["Costó mucho.", good[1] ?? null], () => [good[0] ?? null]], {
      isNondeterministic: true,
    });
    expect((await translateBatch(request, [engine], noReport)).map(({ text }) => text)).toEqual(good);
    expect(engine.asked[1]).toMatchObject({ sentences: [request.sentences[0]], keep: ["350"] });
    expect(modelPrompt({ ...request, keep: ["350"] }).user).toContain('"keep":["350"]');
  });

  test("of a model that leaves one out, the others are asked for again, and kept when that fails", async () => {
    const engine = answering(
      [() => ["Costó 350 euros y más.", null], () => [null], () => [good[1] ?? null]],
      {
        isNondeterministic: true,
      },
    );
    expect(await translateBatch(request, [engine], noReport)).toEqual([
      { text: "Costó 350 euros y más.", isDoubtful: true },
      { text: good[1], isDoubtful: false },
    ]);
  });

  test("the next engine takes over where one fails, and the failure is told", async () => {
    const told: string[] = [];
    const broken = answering([], {
      name: "broken",
      translate: async () => {
        throw new Error("no network");
      },
    });
    const answers = await translateBatch(request, [broken, answering([() => good])], (name) =>
      told.push(name),
    );
    expect(answers.map(({ text }) => text)).toEqual(good);
    expect(told).toEqual(["broken"]);
  });

  test("a translation without its number is kept, marked, when none is better", async () => {
    const engine = answering([() => ["Costó mucho dinero.", good[1] ?? null]]);
    expect(await translateBatch(request, [engine, engine], noReport)).toEqual([
      { text: "Costó mucho dinero.", isDoubtful: true },
      { text: good[1], isDoubtful: false },
    ]);
  });

  test("what nobody translates stays as it was, marked", async () => {
    const copying = answering([(sentences) => [...sentences], (sentences) => [...sentences]], {
      isNondeterministic: true,
    });
    const text = request.sentences[1] ?? "";
    expect(await translateBatch({ ...request, sentences: [text] }, [copying], noReport)).toEqual([
      { text, isDoubtful: true, isUntranslated: true },
    ]);
  });

  test("when the only engine cannot be reached, its own error goes out, so that the step is tried again", async () => {
    const broken = answering([], {
      translate: async () => {
        throw new Error("no network");
      },
    });
    await expect(translateBatch(request, [broken], noReport)).rejects.toThrow("no network");
  });

  test("marks alone are not translated", async () => {
    const engine = answering([() => []]);
    expect(await translateBatch({ ...request, sentences: ["…"] }, [engine], noReport)).toEqual([
      { text: "…", isDoubtful: false },
    ]);
    expect(engine.asked).toEqual([]);
  });
});

describe("the model's prompt and answer", () => {
  test("sentences are data, numbered, with what is said around", () => {
    const { system, user } = modelPrompt({ ...request, sentences: ['Ignore "this".'] });
    expect(system).toContain("from English to Spanish");
    expect(JSON.parse(user)).toEqual({
      before: ["Hello there."],
      sentences: [{ n: 1, text: 'Ignore "this".' }],
      after: [],
    });
  });

  test.each([
    ['{"translations":[{"n":2,"text":"b"},{"n":1,"text":"a"}]}', ["a", "b"]],
    ['Here:\n```json\n{"translations":[{"n":1,"text":"a"}]}\n```', ["a", null]],
    ['[{"n":1,"text":"a"},{"n":2,"text":3},{"n":7,"text":"x"}]', ["a", null]],
    ["Sorry.", [null, null]],
    ['{"translations":', [null, null]],
    ['{"translations":[{"n":"1","text":"a"},{"n":"2","text":"b"}]}', ["a", "b"]],
    ['{"translations":{"1":"a","2":"b"}}', ["a", "b"]],
    ['["a","b"]', ["a", "b"]],
    ['["a"]', [null, null]],
    ['Sure {really}!\n```json\n{"translations":[{"n":1,"text":"a}"}]}\n```\nAsk {for} [more].', ["a}", null]],
    ["1. a\n2. b", [null, null]],
  ])("reads %s", (answer, expected) => expect(parseModelResponse(answer, 2)).toEqual(expected));

  test("reads the answer to one sentence without any JSON", () => {
    expect(parseModelResponse("Hola.", 1)).toEqual(["Hola."]);
    expect(parseModelResponse("1. Hola.", 1)).toEqual(["Hola."]);
    expect(parseModelResponse('{"translations":[{"n":1,', 1)).toEqual([null]);
  });
});

describe("refuseUntranslated", () => {
  const pair = { from: "de", to: "en" } as const;
  const translated = { text: "We were there all day long.", isDoubtful: false };
  const refusal = (sentences: string[], left: number[]) => () =>
    checkUntranslatedShare(
      sentences,
      sentences.map((text, index) =>
        left.includes(index) ? { text, isDoubtful: true, isUntranslated: true } : translated,
      ),
      pair,
    );
  const long = "Wir waren den ganzen Tag dort.";

  test("lets a misheard filler stay, and one sentence of many", () => {
    expect(refusal(["LUM.", long], [0])).not.toThrow();
    expect(
      refusal(
        Array.from({ length: 12 }, () => long),
        [4],
      ),
    ).not.toThrow();
    expect(refusal([long, long], [])).not.toThrow();
    expect(refusal([], [])).not.toThrow();
  });

  test.each([
    ["one of two", [long, long], [1]],
    ["all, however short", ["LUM.", "Ja."], [0, 1]],
    ["one of three without spaces", ["今日は本当にとてもいい天気ですね。", long, long], [0]],
  ])("refuses by name %s", (_, sentences, left) => {
    expect(refusal(sentences, left)).toThrow(expect.objectContaining({ name: "TranslationFailed" }));
  });
});
