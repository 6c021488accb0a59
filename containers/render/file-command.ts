import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { sniffFile } from "../../adapters/media/media-start.ts";
import { storedTranscriptSchema } from "../../core/api/schemas/word-entry.ts";
import { cutListSchema } from "../../core/cuts/cut-list.ts";
import { NamedError } from "../../core/errors.ts";
import { brokenExportRules } from "../../core/settings/export-rules.ts";
import { exportSettingsSchema, renderOptionsSchema } from "../../core/settings/render-settings.ts";
import { fontFileKey } from "../../core/storage/keys.ts";
import { findTemplate, templates } from "../../core/templates/catalog.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import type { LocalBroll } from "./broll-feed.ts";
import { renderVideo } from "./render-video.ts";
import { addFontFile } from "./uploaded-fonts.ts";

/**
 * Renders a file without the service, for the renderer's tests, previews and benchmarks.
 *
 *   npm run --silent render -- --source X --transcript Y.json --out Z
 *     [--template NAME] [--language CODE] [--render-options JSON] [--export-settings JSON] [--cuts FILE]
 *     [--brolls '[{"startTime": 1, "endTime": 2.5, "path": "clip.mp4"}]'] [--font FILE]
 *
 * --cuts: a cut list as JSON (core/cuts/cut-list.ts) at the output's frame rate; the transcript has the times of the
 * cut video.
 * --brolls: clips that replace the video, in seconds of the (cut) video.
 * --font: a ttf, otf, woff or woff2 file to draw all text with, like an uploaded font of the style.
 */
const { values } = parseArgs({
  options: {
    source: { type: "string" },
    transcript: { type: "string" },
    template: { type: "string" },
    language: { type: "string" },
    out: { type: "string" },
    "render-options": { type: "string" },
    "export-settings": { type: "string" },
    cuts: { type: "string" },
    brolls: { type: "string" },
    font: { type: "string" },
  },
});

const stop = (message: string): never => {
  console.error(message);
  process.exit(2);
};

const required = (name: "source" | "transcript" | "out"): string =>
  values[name] ?? stop(`--${name} is missing`);

/** Probes a file like the service. */
const probed = async (path: string): Promise<MediaInfo> => {
  const sniffed = await sniffFile(path);
  if (!sniffed.accepted) throw new NamedError("UnsupportedMediaType", sniffed.message);
  return probeMedia(path);
};

const localBrolls = async (json: string): Promise<LocalBroll[]> => {
  const given = z
    .array(z.strictObject({ startTime: z.number(), endTime: z.number(), path: z.string() }))
    .parse(JSON.parse(json));
  const brolls: LocalBroll[] = [];
  for (const { path, startTime, endTime } of given) {
    const local = resolve(path);
    brolls.push({ startSeconds: startTime, endSeconds: endTime, path: local, media: await probed(local) });
  }
  return brolls;
};

try {
  const source = resolve(required("source"));
  const transcript = storedTranscriptSchema.parse(JSON.parse(await readFile(required("transcript"), "utf8")));
  const template = values.template === undefined ? templates[0] : findTemplate(values.template);
  if (!template)
    stop(`no template is named ${values.template}: ${templates.map(({ name }) => name).join(", ")}`);
  const exportSettings = exportSettingsSchema.parse(JSON.parse(values["export-settings"] ?? "{}"));
  const broken = brokenExportRules(exportSettings);
  if (broken.length > 0) throw new NamedError("ValidationFailed", broken);
  const renderOptions = renderOptionsSchema.parse(JSON.parse(values["render-options"] ?? "{}"));
  if (values.font !== undefined) {
    await addFontFile(fontFileKey("given"), resolve(values.font));
    renderOptions.styleOptions = { ...renderOptions.styleOptions, fontId: "given" };
  }
  const video = await renderVideo(
    {
      media: await probed(source),
      transcript,
      language: values.language ?? null,
      template: template as NonNullable<typeof template>,
      renderOptions,
      exportSettings,
      cuts:
        values.cuts === undefined
          ? null
          : cutListSchema.parse(JSON.parse(await readFile(values.cuts, "utf8"))),
      brolls: await localBrolls(values.brolls ?? "[]"),
    },
    source,
    resolve(required("out")),
  );
  console.log(JSON.stringify(video));
} catch (error) {
  if (error instanceof Error) {
    console.error(`${error.name}: ${error.message}`);
    if (error.cause) console.error(error.cause);
  }
  process.exit(1);
}
