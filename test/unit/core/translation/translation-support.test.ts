import { describe, expect, test } from "@jest/globals";
import { amazonCode, amazonCodes } from "../../../../core/translation/amazon-codes.ts";
import { identifyLanguage } from "../../../../core/translation/identify-language.ts";
import { createTranslationSupport } from "../../../../core/translation/translation-support.ts";
import { cloudOffer, machineOffer } from "../../../fakes/translation.ts";

describe("createTranslationSupport", () => {
  test("uses Amazon Translate for its languages in the cloud", () => {
    expect(cloudOffer.enginesFor({ from: "en", to: "es" }, "text")).toEqual(["amazon"]);
    expect(cloudOffer.enginesFor({ from: "yue", to: "en" }, "speech")).toEqual(["amazon"]);
    expect(cloudOffer.enginesFor({ from: "nn", to: "en" }, "speech")).toEqual(["amazon"]);
    expect(cloudOffer.enginesFor({ from: "en", to: "nn" }, "speech")).toEqual([]);
    expect(cloudOffer.describeSupport("text")).toContain("es");
  });

  test("uses a Bedrock model for the other languages and as fallback", () => {
    const offer = createTranslationSupport({ choice: "auto", model: "m", local: null });
    expect(offer.enginesFor({ from: "en", to: "es" }, "text")).toEqual(["amazon", "model"]);
    expect(offer.enginesFor({ from: "en", to: "la" }, "text")).toEqual(["model"]);
    expect(offer.describeSupport("text")).toMatch(/^supported are translations between af, am, .*, zh$/);
    const only = createTranslationSupport({ choice: "bedrock", model: "m", local: null });
    expect(only.enginesFor({ from: "en", to: "es" }, "text")).toEqual(["model"]);
  });

  test("supports local pairs, and English for any speech, on one machine", () => {
    const offer = machineOffer({ pairs: ["es>pt", "fr>es"], hasSpeechTranslation: true });
    expect(offer.enginesFor({ from: "es", to: "pt" }, "text")).toEqual(["amazon"]);
    expect(offer.enginesFor({ from: "de", to: "en" }, "speech")).toEqual(["speech"]);
    expect(offer.enginesFor({ from: "de", to: "en" }, "text")).toEqual([]);
    expect(offer.enginesFor({ from: "en", to: "en" }, "speech")).toEqual([]);
    expect(offer.describeSupport("speech")).toBe("supported are any language to en; fr to es; es to pt");
    expect(machineOffer({}).describeSupport("text")).toBe("no pair is supported");
  });

  test("supports all pairs with the operator's model", () => {
    expect(machineOffer({ hasModel: true }).enginesFor({ from: "hi", to: "sw" }, "text")).toEqual(["model"]);
  });
});

test("Amazon Translate supports 69 languages and two more through substitutes", () => {
  expect(amazonCodes.size).toBe(70);
  expect([amazonCode("yue", "target"), amazonCode("nn", "source"), amazonCode("nn", "target")]).toEqual([
    "zh-TW",
    "no",
    null,
  ]);
});

describe("identifyLanguage", () => {
  test.each([
    ["en", "Hello, how are you today? I hope that everything is fine."],
    ["es", "Hola, ¿cómo estás hoy, amigo?"],
    ["fr", "Bonjour tout le monde, comment allez-vous ?"],
    ["de", "Guten Tag zusammen, wie geht es euch?"],
    ["pt", "Olá, tudo bem com você?"],
    ["ru", "Привет, как дела?"],
    ["uk", "Привіт, як справи сьогодні?"],
    ["zh", "你好，世界"],
    ["ja", "東京へ行きましょう"],
    ["ko", "안녕하세요"],
    ["hi", "नमस्ते, आप कैसे हैं?"],
    ["ar", "مرحبا كيف حالك اليوم"],
    ["fa", "سلام، حال شما چطور است؟"],
    ["he", "שלום לכולם"],
    ["th", "สวัสดีครับ"],
    ["no", "Hei, hvordan går det med deg i dag?"],
    [null, "1234 …"],
    [null, "Hello my friends"],
    [null, "Habari yako leo rafiki yangu, tunakwenda sokoni kununua matunda"],
  ])("identifies %s: %s", (language, text) => expect(identifyLanguage(text)).toBe(language));
});
