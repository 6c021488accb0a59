/**
 * Reads a video and a font with the limits of uploads, as a test of the image: `node containers/ingest/self-test.ts`. Prints what
 * it read as JSON; fails with an error.
 */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inspectFont } from "../../adapters/fonts/font-inspector.ts";
import { writeColorBars } from "../../adapters/media/color-bars.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";

/** Returns a font file of the packages that the image has. */
const someFont = (): string => {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans")),
    "files",
  );
  const [file] = readdirSync(folder).filter((name) => name.endsWith(".woff2"));
  if (!file) throw new Error("The image has no font.");
  return join(folder, file);
};

await withScratchFolder("self-test", async (folder) => {
  const source = join(folder, "source.mp4");
  await writeColorBars(1, source);
  const { width, height, durationSeconds } = await probeMedia(source);
  const { family } = await inspectFont(someFont(), AbortSignal.timeout(30_000));
  console.log(JSON.stringify({ width, height, durationSeconds, family }));
});
