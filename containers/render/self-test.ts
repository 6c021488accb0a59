/**
 * Captions a video of color bars and runs the face detector on it, as a test of the image:
 * `node bundle/self-test.mjs`. Prints the output's properties as JSON; fails with an error.
 */
import { join } from "node:path";
import { writeColorBars } from "../../adapters/media/color-bars.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { templates } from "../../core/templates/catalog.ts";
import { createFaceFinder } from "./face-finder.ts";
import { renderVideo } from "./render-video.ts";

const [template] = templates;
if (!template) throw new Error("The image has no templates.");

/** Latin, Arabic, Japanese and emoji: fonts of the image and text shaping are used. */
const words = ["Hello", "مرحبا", "こんにちは", "money"];

const findFaces = async (): Promise<number> => {
  const size = { width: 256, height: 256 };
  const finder = await createFaceFinder();
  try {
    return (await finder.find(new Uint8Array(3 * size.width * size.height), size)).length;
  } finally {
    await finder.close();
  }
};

await withScratchFolder("self-test", async (folder) => {
  const source = join(folder, "source.mp4");
  await writeColorBars(2, source);
  const transcript = words.map((text, index) => ({
    ...{ text, type: "word" as const },
    ...{ startSeconds: index * 0.5, endSeconds: (index + 1) * 0.5 },
    ...(text === "money" ? { emoji: "💰" } : {}),
  }));
  const rendered = await renderVideo(
    {
      media: await probeMedia(source),
      transcript,
      language: "en",
      template,
      renderOptions: {},
      exportSettings: {},
    },
    source,
    join(folder, "captioned.mp4"),
  );
  console.log(JSON.stringify({ ...rendered, faces: await findFaces() }));
});
