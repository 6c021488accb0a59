import { describe, expect, test } from "@jest/globals";
import { modelPrompt } from "../../../../core/translation/model-prompt.ts";
import { shortenTranslations } from "../../../../core/translation/shorten-translations.ts";
import type { TranslationRequest, Translator } from "../../../../core/translation/translator.ts";

const pair = { from: "en", to: "pt" } as const;
const long = {
  source: "So, to be honest, Maria really paid 350 euros for it.",
  text: "Então, para ser honesto com vocês, a Maria pagou realmente 350 euros por isso.",
  maxCharacters: 40,
};
const always = (): boolean => true;

/** Returns the responses of each request in turn, and records the requests. */
const translatorOf = (responses: (string | null)[][]) => {
  const requests: TranslationRequest[] = [];
  const translator: Translator = {
    name: "model",
    isNondeterministic: true,
    supports: () => true,
    translate: async (request) => {
      requests.push(request);
      return responses[requests.length - 1] ?? [];
    },
  };
  return { requests, translator };
};

describe("shortenTranslations", () => {
  test("returns texts that are shorter and keep numbers and names", async () => {
    const { requests, translator } = translatorOf([['"A Maria pagou 350 euros."']]);
    expect(await shortenTranslations([long], pair, translator, always)).toEqual(["A Maria pagou 350 euros."]);
    expect(requests).toMatchObject([
      { sentences: [long.source], shorten: [{ translation: long.text, maxCharacters: 40 }] },
    ]);
  });

  test.each([
    ["the number", "A Maria pagou por isso."],
    ["the name", "Ela pagou 350 euros."],
    ["the sense of being shorter", `${long.text.slice(0, -1)} mesmo.`],
  ])("requests a text again that lacks %s, once", async (_, faulty) => {
    const good = translatorOf([[faulty], ["Maria pagou 350 euros."]]);
    expect(await shortenTranslations([long], pair, good.translator, always)).toEqual([
      "Maria pagou 350 euros.",
    ]);
    const bad = translatorOf([[faulty], [faulty], ["Maria pagou 350 euros."]]);
    expect(await shortenTranslations([long], pair, bad.translator, always)).toEqual([null]);
    expect(bad.requests).toHaveLength(2);
  });

  test("lists what a text lacks, and makes no second request after the time limit", async () => {
    const { requests, translator } = translatorOf([["Ela pagou por isso."], [null]]);
    expect(await shortenTranslations([long], pair, translator, always)).toEqual([null]);
    expect(requests[1]?.keep).toEqual(["350", "Maria"]);
    const late = translatorOf([[null]]);
    expect(await shortenTranslations([long], pair, late.translator, () => false)).toEqual([null]);
    expect(late.requests).toHaveLength(1);
  });
});

describe("modelPrompt", () => {
  test("has the present translation and the length of each sentence to shorten", () => {
    const { system, user } = modelPrompt({
      ...pair,
      sentences: [long.source],
      before: [],
      after: [],
      shorten: [{ translation: long.text, maxCharacters: 40 }],
    });
    expect(system).toContain("at most maxCharacters characters");
    expect(JSON.parse(user).sentences).toEqual([
      { n: 1, text: long.source, translation: long.text, maxCharacters: 40 },
    ]);
  });
});
