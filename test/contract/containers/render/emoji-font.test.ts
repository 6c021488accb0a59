import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { emojiFontPath, uncompressedEmojiFont } from "../../../../containers/render/emoji-font.ts";
import { createCanvas, GlobalFonts } from "../../../../containers/render/skia.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-emoji-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const drawn = (text: string, family: string): Buffer => {
  const context = createCanvas(160, 130).getContext("2d");
  context.font = `96px "${family}"`;
  context.fillText(text, 10, 100);
  return Buffer.from(context.getImageData(0, 0, 160, 130).data);
};

test("the uncompressed emoji font draws the same pixels as that of its package", () => {
  const path = join(folder, "emoji.ttf");
  writeFileSync(path, uncompressedEmojiFont());
  GlobalFonts.registerFromPath(path, "Uncompressed");
  GlobalFonts.registerFromPath(emojiFontPath(), "Packaged");
  const emoji = ["💰", "🔥", "❤️", "1️⃣", "👍🏿", "👩🏽‍🚀", "👨‍👩‍👧", "🇧🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"];
  const images = emoji.map((one) => drawn(one, "Uncompressed"));
  expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(emoji.length);
  expect(images).toEqual(emoji.map((one) => drawn(one, "Packaged")));
});
