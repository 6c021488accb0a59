import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import type { CaptionSource } from "../../console/captions/caption-source.ts";
import { sampleWords } from "../../console/captions/sample-words.ts";
import { templates } from "../../core/templates/catalog.ts";
import { ConsoleTab, launchBrowser } from "./browser.ts";
import { drawInBrowser, drawInNode, inkBox, missingInk, prepareBrowser } from "./drawn-captions.ts";

/** A few words in each of twelve scripts; emoji that Skia would split are one of them. */
const scripts = [
  ["We choose to go, officially!", "en"],
  ["Мы решили лететь на Луну", "ru"],
  ["Επιλέγουμε να πάμε εκεί", "el"],
  ["نحن نختار الذهاب إلى القمر", "ar"],
  ["אנחנו בוחרים ללכת לירח", "he"],
  ["हम चाँद पर जाना चुनते हैं", "hi"],
  ["நாம் நிலவுக்கு செல்ல முடிவு", "ta"],
  ["เรา เลือก ไป ดวงจันทร์", "th"],
  ["私たち は 月 へ 行く", "ja"],
  ["우리는 달에 가기로 했다", "ko"],
  ["我们 选择 登月 计划", "zh"],
  ["love ❤️‍🔥 pride 🏳️‍🌈 ok 👍🏽", "en"],
] as const;

/** 540 px wide: the width at which previews and outputs are compared. */
const canvas = { width: 540, height: 960 };
const fps = 30;
const frame = 28;

const sourceOf = (text: string, language: string, templateId: string): CaptionSource => ({
  words: sampleWords(text).map((word, index) => ({
    ...word,
    ...(index === 1 && { important: true }),
    ...(index === 2 && { emoji: "🚀" }),
  })),
  fonts: [],
  language,
  templateId,
  renderOptions: {},
  canvas,
  fps,
  durationSeconds: 3,
});

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = (await ConsoleTab.openSignedOut(await browser.newContext())).page;
  await prepareBrowser(page);
});
afterAll(() => browser.close());

test("the console draws each template like the renderer, in twelve scripts", async () => {
  const different: string[] = [];
  for (const [index, { id, name }] of templates.entries()) {
    const [text, language] = scripts[index % scripts.length] ?? scripts[0];
    const source = sourceOf(text, language, id);
    const rendered = drawInNode(source, frame);
    const shown = await drawInBrowser(page, source, (frame + 0.5) / fps);
    const [expected, box] = [inkBox(rendered, canvas), inkBox(shown, canvas)];
    const apart = Math.max(...box.map((edge, side) => Math.abs(edge - (expected[side] ?? 0))));
    const missing = Math.max(missingInk(rendered, shown, canvas), missingInk(shown, rendered, canvas));
    if (apart > 1 || missing >= 0.02)
      different.push(`${name}, ${language}: edges ${apart} px apart, ${(100 * missing).toFixed(1)} % of ink`);
  }
  expect(different).toEqual([]);
}, 180_000);
