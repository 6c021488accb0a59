import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Canvas, createCanvas, ImageData, loadImage } from "../../../../containers/render/skia.ts";
import { drawStill, type Still, stillVideo } from "../../../../containers/render/still.ts";
import { findTemplate, templates } from "../../../../core/templates/catalog.ts";
import { spoken, word } from "../../../unit/core/captions/words.ts";
import { hardTexts } from "./hard-texts.ts";

/**
 * Compares captions with reviewed images: test/golden/*.png. Each image shows frames of one caption below each other,
 * from the frames that ffmpeg gets.
 *
 * A frame passes when its channels differ by less than 0.4 of 255 on average and less than 0.1 % of its pixels differ
 * by more than 48: this tolerates rounding of other processors, but no changed glyph, color or position.
 *
 * After an intended change: UPDATE_GOLDEN=1 npx jest --selectProjects contract --
 * test/contract/containers/render/golden.test.ts, then
 * review the files that `git diff` lists. A failed frame is written to .local/golden.
 */
const isUpdating = process.env.UPDATE_GOLDEN === "1";
const folder = "test/golden";
const failedFolder = ".local/golden";
const meanLimit = 0.4;
const clearlyDifferent = 48;
const clearlyDifferentShare = 0.001;

const size = { width: 360, height: 640 };
const fps = 30;
/** The part of the frame with captions. */
const rows = { from: 330, count: 180 };
const background = "#56657A";

const frame = (still: Omit<Still, "canvas" | "fps">, moments: readonly number[]): Canvas => {
  const video = stillVideo({ ...still, canvas: size, fps });
  const sheet = createCanvas(size.width, rows.count * moments.length);
  const pen = sheet.getContext("2d");
  moments.forEach((seconds, index) => {
    const frame = createCanvas(size.width, size.height);
    const ground = frame.getContext("2d");
    ground.fillStyle = background;
    ground.fillRect(0, 0, size.width, size.height);
    const { data } = ground.getImageData(0, 0, size.width, size.height);
    drawStill(video, Math.round(seconds * fps), data, size);
    const pixels = data.slice(4 * size.width * rows.from, 4 * size.width * (rows.from + rows.count));
    pen.putImageData(new ImageData(pixels, size.width, rows.count), 0, index * rows.count);
  });
  return sheet;
};

const pixelsOf = (canvas: Canvas): Uint8ClampedArray =>
  canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;

const difference = (one: Uint8ClampedArray, other: Uint8ClampedArray): { mean: number; share: number } => {
  let sum = 0;
  let clearly = 0;
  for (let at = 0; at < one.length; at += 4) {
    let most = 0;
    for (let channel = at; channel < at + 3; channel++) {
      const apart = Math.abs((one[channel] ?? 0) - (other[channel] ?? 0));
      sum += apart;
      most = Math.max(most, apart);
    }
    if (most > clearlyDifferent) clearly++;
  }
  const pixels = one.length / 4;
  return { mean: sum / (3 * pixels), share: clearly / pixels };
};

const compare = async (name: string, drawn: Canvas): Promise<void> => {
  const path = join(folder, `${name}.png`);
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, drawn.toBuffer("image/png"));
    return;
  }
  if (!existsSync(path)) throw new Error(`${path} is missing: see the top of this file`);
  const image = await loadImage(readFileSync(path));
  expect([drawn.width, drawn.height]).toEqual([image.width, image.height]);
  const golden = createCanvas(image.width, image.height);
  golden.getContext("2d").drawImage(image, 0, 0);
  const { mean, share } = difference(pixelsOf(drawn), pixelsOf(golden));
  if (mean >= meanLimit || share >= clearlyDifferentShare) {
    mkdirSync(failedFolder, { recursive: true });
    writeFileSync(join(failedFolder, `${name}.png`), drawn.toBuffer("image/png"));
  }
  expect(mean).toBeLessThan(meanLimit);
  expect(share).toBeLessThan(clearlyDifferentShare);
};

const templateNamed = (name: string) => {
  const found = findTemplate(name);
  if (!found) throw new Error(`no template ${name}`);
  return found;
};

describe("templates", () => {
  // The second frame, a word that has just started, and a word at rest.
  test.each(templates.map((template) => [template.slug, template] as const))("%s", async (slug, template) => {
    const transcript = [...spoken("Make", "money"), word("today,", 0.8, 1.2, { important: true })];
    await compare(`template-${slug}`, frame({ template, transcript, language: "en" }, [0.0334, 0.4334, 1.1]));
  });
});

describe("difficult texts", () => {
  test.each(hardTexts.map((text) => [text.name, text] as const))(
    "%s",
    async (name, { template, transcript, language, seconds }) => {
      await compare(
        `text-${name}`,
        frame({ template: templateNamed(template), transcript, language }, [seconds]),
      );
    },
  );
});

test("the comparison detects a change of color, of position, or of one letter", () => {
  const draw = (text: string, template = "Pop", top?: number) =>
    pixelsOf(
      frame(
        {
          template: templateNamed(template),
          transcript: spoken(text),
          language: "en",
          renderOptions: top === undefined ? {} : { styleOptions: { top } },
        },
        [0.3],
      ),
    );
  const before = draw("golden");
  for (const after of [draw("goldem"), draw("golden", "Gamer"), draw("golden", "Pop", 66.4)]) {
    const { mean, share } = difference(before, after);
    expect(mean >= meanLimit || share >= clearlyDifferentShare).toBe(true);
  }
  expect(difference(before, draw("golden"))).toEqual({ mean: 0, share: 0 });
});
