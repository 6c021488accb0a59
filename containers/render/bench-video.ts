import { readFileSync } from "node:fs";
import { startFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { compositeArguments } from "../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../core/render-plan/output-plan.ts";
import { feedCaptions } from "./caption-feed.ts";
import { joinSegments } from "./join-segments.ts";
import { type RenderVideoJob, renderVideo } from "./render-video.ts";
import { skia } from "./skia-backend.ts";

/**
 * The process that `npm run bench` measures: a render task without downloads, uploads and reports.
 *
 *   node bench-video.mjs JOB.json SOURCE OUT    renders and verifies a video
 *   node bench-video.mjs JOB.json SOURCE -      decodes, draws and composites without encoding
 *   node bench-video.mjs JOB.json SOURCE OUT segment START END    renders the frames from START to before END
 *   node bench-video.mjs JOB.json SOURCE OUT join SEGMENTS.json   joins rendered segments and verifies the video
 */
const [jobPath = "", source = "", out = "", part, ...range] = process.argv.slice(2);
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const job: RenderVideoJob = readJson(jobPath);

if (part === "join") await joinSegments(job, readJson(range[0] ?? ""), source, out);
else if (part === "segment") {
  const [startFrame = 0, endFrame = 0] = range.map(Number);
  await renderVideo(job, source, out, {}, { startFrame, endFrame });
} else if (out !== "-") await renderVideo(job, source, out);
else {
  const plan = planOutput(job.media, job.exportSettings);
  const style = captionStyle(job.template, job.renderOptions, plan.canvas);
  const video = createCaptionTrack(skia, job.transcript, job.language, style, plan);
  if (!video.band) throw new Error("nothing is drawn");
  const args = compositeArguments(plan, source, video.band);
  const ffmpeg = startFfmpeg({ args, timeoutSeconds: 3600 });
  ffmpeg.stdout.resume();
  await feedCaptions(video, video.band, plan, ffmpeg.stdin);
  await ffmpeg.done;
}
