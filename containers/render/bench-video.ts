import { readFileSync } from "node:fs";
import { startFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { compositeArguments } from "../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../core/render-plan/output-plan.ts";
import { feedCaptions } from "./caption-feed.ts";
import { captionFilm } from "./caption-track.ts";
import { type FilmJob, renderFilm } from "./render-video.ts";

/**
 * The process that `npm run bench` measures: what a render task does, but for moving files and reporting.
 *
 *   node containers/render/bench-video.ts JOB.json SOURCE OUT    renders and checks a film
 *   node containers/render/bench-video.ts JOB.json SOURCE -      decodes, draws and composites, and throws it away
 */
const [jobPath = "", source = "", out = ""] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobPath, "utf8")) as FilmJob;

if (out !== "-") await renderFilm(job, source, out);
else {
  const plan = planOutput(job.media, job.exportSettings);
  const style = captionStyle(job.template, job.renderOptions, plan.canvas);
  const film = captionFilm(job.transcript, job.language, style, plan);
  if (!film.band) throw new Error("nothing is drawn");
  const args = compositeArguments(plan, source, film.band);
  const ffmpeg = startFfmpeg({ args, timeoutSeconds: 3600 });
  ffmpeg.stdout.resume();
  await feedCaptions(film, film.band, plan, ffmpeg.stdin);
  await ffmpeg.done;
}
