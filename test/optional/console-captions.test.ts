import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import type { CaptionSource } from "../../console/captions/caption-source.ts";
import { sampleWords } from "../../console/captions/sample-words.ts";
import { toSourceFont } from "../../console/captions/source-fonts.ts";
import { addFontFile } from "../../containers/render/uploaded-fonts.ts";
import { findTemplate } from "../../core/templates/catalog.ts";
import { alpha, decode, openStudio } from "../contract/containers/render/output-file.ts";
import { media, sharedClient } from "../integration/client.ts";
import { ConsoleTab, launchBrowser } from "./browser.ts";
import { waitingTask } from "./console-tasks.ts";
import {
  drawInBrowser,
  drawInNode,
  inkBox,
  missingInk,
  prepareBrowser,
  toWordEntry,
} from "./drawn-captions.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-captions-"));
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(180_000);
  page = (await ConsoleTab.openSignedOut(context)).page;
  await prepareBrowser(page);
});
afterAll(async () => {
  await browser.close();
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const canvas = { width: 540, height: 960 };
const fps = 30;
/** Within words and between them, also while entrances run. */
const moments = [3, 9, 16, 24, 33];

/** Uploads a font, and registers it with the renderer under the same key. */
const uploadedFont = async () => {
  const client = sharedClient();
  const form = new FormData();
  form.append("file", await openAsBlob(media("font/pacifico.woff2")), "pacifico.woff2");
  const { body: created } = await client.send<{ id: string }>("POST", "/fonts", { body: form });
  const { body: font } = await client.get<ResponseOf<"getFont">>(`/fonts/${created.id}`);
  const source = toSourceFont(font);
  if (source === null) throw new Error("the service does not know the characters of the font");
  await addFontFile(source.fileKey, media("font/pacifico.woff2"));
  return { ...source, id: created.id };
};

test("captions in the player have the same edges as in the output video, at five moments of four templates", async () => {
  const font = await uploadedFont();
  const outputs = [
    ["Karaoke", "نحن نختار الذهاب 🚀", "ar"],
    ["Boxed", "हम चाँद पर जाना", "hi"],
    ["Neon", "私たち は 月 へ", "ja"],
    ["Plain", "We choose to go", "en"],
  ] as const;
  const different: string[] = [];
  for (const [name, text, language] of outputs) {
    const renderOptions = name === "Plain" ? { styleOptions: { fontId: font.id } } : {};
    const source: CaptionSource = {
      words: sampleWords(text),
      fonts: name === "Plain" ? [font] : [],
      language,
      templateId: findTemplate(name)?.id ?? "",
      renderOptions,
      canvas,
      fps,
      durationSeconds: 11,
    };
    const output = await studio.render({
      source: "video/sy_noaudio.mp4",
      transcript: source.words.map(toWordEntry),
      language,
      template: name,
      options: renderOptions,
      settings: { outputMode: "transparent", outputCodec: "prores4444", ...canvas, fps },
      segment: { startFrame: 0, endFrame: 40 },
    });
    for (const frame of moments) {
      const rendered = inkBox(opaque(alpha(output.path, frame)), canvas);
      const shown = inkBox(await drawInBrowser(page, source, (frame + 0.5) / fps), canvas);
      const apart = Math.max(...shown.map((edge, side) => Math.abs(edge - (rendered[side] ?? 0))));
      if (apart > 2) different.push(`${name}, frame ${frame}: ${shown} instead of ${rendered}`);
    }
  }
  expect(different).toEqual([]);
}, 300_000);

/** Black pixels with this alpha. */
const opaque = (alphas: Buffer): Uint8Array => {
  const pixels = new Uint8Array(4 * alphas.length);
  for (const [at, value] of alphas.entries()) pixels[4 * at + 3] = value;
  return pixels;
};

test("a keyword, an emoji and a font that are chosen in the editor are in the output video", async () => {
  const size = { width: 320, height: 180 };
  const font = await uploadedFont();
  const templateId = findTemplate("Boxed")?.id ?? "";
  const words = sampleWords("We choose to go").map(({ text, type, start_time, end_time }) => ({
    text,
    type,
    start_time,
    end_time,
  }));
  const exportSettings = { outputMode: "transparent", outputCodec: "prores4444", ...size };
  const task = await waitingTask(words, { templateId, exportSettings, language: "en" });
  const tab = await ConsoleTab.open(context, task.path);
  await tab.page.getByRole("listbox", { name: "Words" }).focus();
  await tab.press("Home", "ArrowRight", "b", "e");
  await tab.page.getByRole("dialog").getByRole("button", { name: "🚀" }).click();
  await tab.press("ArrowRight", "ArrowRight", "f");
  await tab.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Pacifico/ })
    .first()
    .click();
  await tab.page.getByText("Saved", { exact: true }).waitFor();
  await tab.press("Control+Enter");
  await tab.page.getByRole("dialog").getByRole("button", { name: "Approve and render" }).click();
  const client = sharedClient();
  const { downloadUrl } = await client.waitForTask(task.videoId, task.taskId, ["completed"]);
  const path = join(folder, "marked.mov");
  writeFileSync(path, Buffer.from(await (await fetch(downloadUrl ?? "")).arrayBuffer()));

  const frame = 15;
  const output = decode(path, "rgba", `select=eq(n\\,${frame})`);
  const source: CaptionSource = {
    ...{ words, fonts: [], language: "en", templateId, renderOptions: {}, canvas: size, fps },
    durationSeconds: 11,
  };
  const marked = words.map((word, index) => ({
    ...word,
    ...(index === 1 && { important: true, emoji: "🚀" }),
    ...(index === 3 && { fontFileKey: font.fileKey }),
  }));
  const expected = drawInNode({ ...source, words: marked }, frame);
  expect(missingInk(expected, output, size)).toBeLessThan(0.05);
  expect(missingInk(expected, drawInNode(source, frame), size)).toBeGreaterThan(0.05);
  expect(tab.faults).toEqual([]);
}, 300_000);
