import { accessSync, constants, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Task, TaskRequest, Video } from "../../clients/typescript/src/client.ts";
import { languageCodes, languageOf, parseLanguageCode } from "../../core/languages/languages.ts";
import type { CaptionRequest, OutputMode } from "../arguments.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { formatDuration, megabytes } from "../terminal/progress-format.ts";
import type { ApiClient } from "./api-client.ts";
import { defaultOutputPath, outputExtension } from "./output-path.ts";

interface VideoView {
  metadata: Pick<NonNullable<Video["metadata"]>, "width" | "height" | "hasVideo"> | null;
}
interface TemplateView {
  id: string;
  name: string;
}

/** An overlay for sound alone has no source to take its size from. */
const soundOnlySize = { width: 1920, height: 1080 };

/** What can be known before any work is done. Throws StartError naming the path or the option. */
export function checkRequest(request: CaptionRequest): { file: string; out: string } {
  checkLanguage("--language", request.language);
  checkLanguage("--translate-to", request.translateTo);
  return checkPaths(request);
}

function checkLanguage(option: string, given: string | null): void {
  if (given === null || parseLanguageCode(given) !== null) return;
  const named = languageCodes.find((code) => languageOf(code).name.toLowerCase() === given.toLowerCase());
  const remedy = named
    ? `the code of ${languageOf(named).name} is ${named}`
    : `give one of ${languageCodes.join(", ")}`;
  throw new StartError(`${option} ${given}: ${remedy}.`);
}

/** A folder as `--out` takes the file under its usual name. */
export function outputPath(request: Pick<CaptionRequest, "file" | "out" | "mode">): string {
  const usual = defaultOutputPath(resolve(request.file), request.mode);
  if (request.out === null) return usual;
  const out = resolve(request.out);
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && /[\\/]$/.test(request.out))
    throw new StartError(`The folder ${request.out} does not exist.`);
  return isFolder ? join(out, basename(usual)) : out;
}

function checkPaths(request: CaptionRequest): { file: string; out: string } {
  const file = resolve(request.file);
  const out = outputPath(request);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new StartError(`${request.file} does not exist.`);
  if (!stats.isFile()) throw new StartError(`${request.file} is not a file.`);
  if (out === file) throw new StartError("--out must not be the file itself.");
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(`${out} is a folder.`);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new StartError(`${request.file} cannot be read by this user.`);
  }
  try {
    accessSync(dirname(out), constants.W_OK);
  } catch {
    throw new StartError(
      `${dirname(out)} does not exist or cannot be written: choose another place with --out.`,
    );
  }
  return { file, out };
}

/** By id or by name, whatever the case; the first of the list when nothing was asked for. */
export function chooseTemplate(templates: readonly TemplateView[], wanted: string | null): TemplateView {
  const [first] = templates;
  const chosen =
    wanted === null
      ? first
      : templates.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (!chosen) {
    throw new StartError(
      `There is no template ${wanted}: choose one of ${templates.map(({ name }) => name).join(", ")}.`,
    );
  }
  return chosen;
}

/** The create-task body for one file on the command line. */
export function taskBody(
  request: Pick<CaptionRequest, "language" | "translateTo" | "mode">,
  templateId: string,
  video: VideoView,
): TaskRequest {
  return {
    templateId,
    autoApprove: true,
    ...(request.language === null ? {} : { language: request.language }),
    ...(request.translateTo === null ? {} : { translateTo: request.translateTo }),
    ...exportSettings(request.mode, video),
  };
}

function exportSettings(mode: OutputMode, { metadata }: VideoView): Pick<TaskRequest, "exportSettings"> {
  if (mode === "composited") return {};
  if (mode === "greenScreen") return { exportSettings: { outputMode: mode } };
  const { width, height } =
    metadata?.width && metadata.height ? { width: metadata.width, height: metadata.height } : soundOnlySize;
  return { exportSettings: { outputMode: mode, width, height } };
}

const stageLabels: Readonly<Record<Task["status"], string>> = {
  pending: "Waiting",
  transcribing: "Transcribing",
  transcriptionCompleted: "Transcribing",
  rendering: "Rendering",
  completed: "Rendering",
  failed: "Rendering",
};

/** Captions one file through the service's API and writes the result. Throws StartError with the service's sentence. */
export async function captionFile(
  request: CaptionRequest,
  api: ApiClient,
  progress: Progress,
): Promise<void> {
  const { file, out } = checkRequest(request);
  const startedMs = Date.now();
  const template = chooseTemplate(await api.templates(), request.template);

  const { id: videoId } = await api.upload(file, (done, total) => {
    progress.show(
      "Uploading",
      total === 0 ? null : done / total,
      `${megabytes(done)} of ${megabytes(total)} MB`,
    );
  });
  const video = await api.waitForVideo(videoId, () => progress.show("Reading", null));
  if (video.metadata?.hasVideo === false && request.mode !== "transparent") {
    throw new StartError(`${request.file} has sound but no picture: caption it with --mode transparent.`);
  }
  const taskId = await api.createTask(videoId, taskBody(request, template.id, video));
  const task = await api.waitForTask(videoId, taskId, ({ status, progress: percent }) => {
    progress.show(stageLabels[status], status === "pending" ? null : percent / 100);
  });
  if (task.downloadUrl === null) throw new StartError("The service finished the film but gives no address.");
  await api.download(task.downloadUrl, out, (done, total) => {
    progress.show(
      "Downloading",
      total === 0 ? null : done / total,
      `${megabytes(done)} of ${megabytes(total)} MB`,
    );
  });
  progress.finish();
  progress.say(`Wrote ${out}`);
  if ((await api.transcript(videoId, taskId)).length === 0) {
    progress.say("No words were heard in it, so it shows no captions.");
  }
  const extension = outputExtension(request.mode);
  if (extname(out).toLowerCase() !== extension) {
    progress.say(`It is a ${extension} file, whatever its name ends in: some players go by the name.`);
  }
  progress.say(`Cost ${task.cost ?? "0.00"} USD, time ${formatDuration(Date.now() - startedMs)}`);
}
