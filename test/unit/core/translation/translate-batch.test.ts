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

/** Returns the responses in turn. */
const fakeTranslator = (
  responses: ((sentences: readonly string[]) => (string | null)[])[],
  fields: Partial<Translator> = {},
): Translator & { requests: TranslationRequest[] } => {
  const requests: TranslationRequest[] = [];
  return {
    name: "test",
    isNondeterministic: false,
    supports: () => true,
    requests,
    translate: async (one) => {
      requests.push(one);
      return responses[requests.length - 1]?.(one.sentences) ?? [];
    },
    ...fields,
  };
};
const goodTranslations = ["Costó 350 euros.", "Seguimos trabajando en el proyecto."];
const noReport = (): void => {};

describe("translateBatch", () => {
  test("returns good translations of the first request", async () => {
    const engine = fakeTranslator([() => goodTranslations]);
    expect(await translateBatch(request, [engine], noReport)).toEqual(
      goodTranslations.map((text) => ({ text, isDoubtful: false })),
    );
    expect(engine.requests).toHaveLength(1);
  });

  test("requests a faulty translation again, separately and with context", async () => {
    const engine = fakeTranslator(
      [
        () => [goodTranslations[0] ?? null, request.sentences[1] ?? null],
        () => [goodTranslations[1] ?? null],
      ],
      {
        isNondeterministic: true,
      },
    );
    expect((await translateBatch(request, [engine], noReport)).map(({ text }) => text)).toEqual(
      goodTranslations,
    );
    expect(engine.requests[1]).toMatchObject({
      sentences: [request.sentences[1]],
      before: ["Hello there.", request.sentences[0]],
    });
  });

  test("sends missing numbers and names with the second request", async () => {
    const engine = fakeTranslator(
      [() => ["Costó mucho.", goodTranslations[1] ?? null], () => [goodTranslations[0] ?? null]],
      {
        isNondeterministic: true,
      },
    );
    expect((await translateBatch(request, [engine], noReport)).map(({ text }) => text)).toEqual(
      goodTranslations,
    );
    expect(engine.requests[1]).toMatchObject({ sentences: [request.sentences[0]], keep: ["350"] });
    expect(modelPrompt({ ...request, keep: ["350"] }).user).toContain('"keep":["350"]');
  });

  test("requests all sentences again when a model omits one, and keeps the first result if that fails", async () => {
    const engine = fakeTranslator(
      [() => ["Costó 350 euros y más.", null], () => [null], () => [goodTranslations[1] ?? null]],
      {
        isNondeterministic: true,
      },
    );
    expect(await translateBatch(request, [engine], noReport)).toEqual([
      { text: "Costó 350 euros y más.", isDoubtful: true },
      { text: goodTranslations[1], isDoubtful: false },
    ]);
  });

  test("falls back to the next engine and reports the failure", async () => {
    const reported: string[] = [];
    const broken = fakeTranslator([], {
      name: "broken",
      translate: async () => {
        throw new Error("no network");
      },
    });
    const responses = await translateBatch(
      request,
      [broken, fakeTranslator([() => goodTranslations])],
      (name) => reported.push(name),
    );
    expect(responses.map(({ text }) => text)).toEqual(goodTranslations);
    expect(reported).toEqual(["broken"]);
  });

  test("returns a translation without its number as doubtful", async () => {
    const engine = fakeTranslator([() => ["Costó mucho dinero.", goodTranslations[1] ?? null]]);
    expect(await translateBatch(request, [engine, engine], noReport)).toEqual([
      { text: "Costó mucho dinero.", isDoubtful: true },
      { text: goodTranslations[1], isDoubtful: false },
    ]);
  });

  test("returns the source text as untranslated", async () => {
    const copying = fakeTranslator([(sentences) => [...sentences], (sentences) => [...sentences]], {
      isNondeterministic: true,
    });
    const text = request.sentences[1] ?? "";
    expect(await translateBatch({ ...request, sentences: [text] }, [copying], noReport)).toEqual([
      { text, isDoubtful: true, isUntranslated: true },
    ]);
  });

  test("throws the error of the only engine, so that the step is retried", async () => {
    const broken = fakeTranslator([], {
      translate: async () => {
        throw new Error("no network");
      },
    });
    await expect(translateBatch(request, [broken], noReport)).rejects.toThrow("no network");
  });

  test("does not translate punctuation", async () => {
    const engine = fakeTranslator([() => []]);
    expect(await translateBatch({ ...request, sentences: ["…"] }, [engine], noReport)).toEqual([
      { text: "…", isDoubtful: false },
    ]);
    expect(engine.requests).toEqual([]);
  });
});

describe("the model's prompt and response", () => {
  test("contains numbered sentences as data, with context", () => {
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
  ])("parses %s", (answer, expected) => expect(parseModelResponse(answer, 2)).toEqual(expected));

  test("parses a bare translation of one sentence", () => {
    expect(parseModelResponse("Hola.", 1)).toEqual(["Hola."]);
    expect(parseModelResponse("1. Hola.", 1)).toEqual(["Hola."]);
    expect(parseModelResponse('{"translations":[{"n":1,', 1)).toEqual([null]);
  });
});

describe("checkUntranslatedShare", () => {
  const pair = { from: "de", to: "en" } as const;
  const translated = { text: "We were there all day long.", isDoubtful: false };
  const checkShare = (sentences: string[], left: number[]) => () =>
    checkUntranslatedShare(
      sentences,
      sentences.map((text, index) =>
        left.includes(index) ? { text, isDoubtful: true, isUntranslated: true } : translated,
      ),
      pair,
    );
  const long = "Wir waren den ganzen Tag dort.";

  test("accepts an untranslated filler, and one sentence of many", () => {
    expect(checkShare(["LUM.", long], [0])).not.toThrow();
    expect(
      checkShare(
        Array.from({ length: 12 }, () => long),
        [4],
      ),
    ).not.toThrow();
    expect(checkShare([long, long], [])).not.toThrow();
    expect(checkShare([], [])).not.toThrow();
  });

  test.each([
    ["one of two", [long, long], [1]],
    ["all, however short", ["LUM.", "Ja."], [0, 1]],
    ["one of three without spaces", ["今日は本当にとてもいい天気ですね。", long, long], [0]],
  ])("rejects %s", (_, sentences, left) => {
    expect(checkShare(sentences, left)).toThrow(expect.objectContaining({ name: "TranslationFailed" }));
  });
});
