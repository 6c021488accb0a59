import { accessSync, constants, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Task, TaskRequest, Video } from "../../clients/typescript/src/client.ts";
import { languageCodes, languageOf, parseLanguageCode } from "../../core/languages/languages.ts";
import type { OutputMode } from "../../core/settings/output-mode.ts";
import type { CaptionRequest } from "../arguments.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { formatDuration, megabytes } from "../terminal/progress-format.ts";
import type { ApiClient } from "./api-client.ts";
import { defaultOutputPath, outputExtension } from "./output-path.ts";

interface VideoSummary {
  metadata: Pick<NonNullable<Video["metadata"]>, "width" | "height" | "hasVideo"> | null;
}
interface TemplateSummary {
  id: string;
  name: string;
}

/** Size of the overlay for a source without video. */
const audioOnlySize = { width: 1920, height: 1080 };

/** Checks the options and paths before any work. Throws StartError that names the path or the option. */
export function checkRequest(request: CaptionRequest): { file: string; out: string } {
  checkLanguage("--language", request.language);
  checkLanguage("--translate-to", request.translateTo);
  if (request.dub && request.translateTo === null)
    throw new StartError("--dub requires --translate-to with the language of the dub.");
  if (request.dub && request.mode !== "composited")
    throw new StartError(`--dub requires --mode composited: ${request.mode} videos have no audio.`);
  return checkPaths(request);
}

function checkLanguage(option: string, given: string | null): void {
  if (given === null || parseLanguageCode(given) !== null) return;
  const byName = languageCodes.find((code) => languageOf(code).name.toLowerCase() === given.toLowerCase());
  const remedy = byName
    ? `The code of ${languageOf(byName).name} is ${byName}`
    : `Use one of ${languageCodes.join(", ")}`;
  throw new StartError(`${option} ${given} is not a language code. ${remedy}.`);
}

/** Returns the path of the output; in a folder given as `--out` it has its default name. */
export function outputPath(request: Pick<CaptionRequest, "file" | "out" | "mode">): string {
  const defaultPath = defaultOutputPath(resolve(request.file), request.mode);
  if (request.out === null) return defaultPath;
  const out = resolve(request.out);
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && /[\\/]$/.test(request.out))
    throw new StartError(`The folder ${request.out} does not exist.`);
  return isFolder ? join(out, basename(defaultPath)) : out;
}

function checkPaths(request: CaptionRequest): { file: string; out: string } {
  const file = resolve(request.file);
  const out = outputPath(request);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new StartError(`${request.file} does not exist.`);
  if (!stats.isFile()) throw new StartError(`${request.file} is not a file.`);
  if (out === file) throw new StartError("--out must not be the source file. Choose another path.");
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
      `${dirname(out)} does not exist or is not writable. Choose another folder with --out.`,
    );
  }
  return { file, out };
}

/** Finds a template by ID or name (case-insensitive); the first of the list if none was given. Throws StartError. */
export function chooseTemplate(
  templates: readonly TemplateSummary[],
  wanted: string | null,
): TemplateSummary {
  const [first] = templates;
  const chosen =
    wanted === null
      ? first
      : templates.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (!chosen) {
    throw new StartError(
      `Unknown template ${wanted}. Use one of ${templates.map(({ name }) => name).join(", ")}.`,
    );
  }
  return chosen;
}

/** Returns the body of the create-task request. */
export function taskBody(
  request: Pick<CaptionRequest, "language" | "translateTo" | "dub" | "mode">,
  templateId: string,
  video: VideoSummary,
): TaskRequest {
  return {
    templateId,
    autoApprove: true,
    ...(request.language === null ? {} : { language: request.language }),
    ...(request.translateTo === null ? {} : { translateTo: request.translateTo }),
    ...(request.dub ? { dub: true } : {}),
    ...exportSettings(request.mode, video),
  };
}

function exportSettings(mode: OutputMode, { metadata }: VideoSummary): Pick<TaskRequest, "exportSettings"> {
  if (mode === "composited") return {};
  if (mode === "greenScreen") return { exportSettings: { outputMode: mode } };
  const { width, height } =
    metadata?.width && metadata.height ? { width: metadata.width, height: metadata.height } : audioOnlySize;
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

/** Shows how many bytes of a file have been transferred. */
const transferProgress =
  (label: string, progress: Progress) =>
  (done: number, total: number): void =>
    progress.update(label, total === 0 ? null : done / total, `${megabytes(done)} of ${megabytes(total)} MB`);

/** Captions one file through the service's API and writes the result. Throws StartError with the message of the service. */
export async function captionFile(
  request: CaptionRequest,
  api: ApiClient,
  progress: Progress,
): Promise<void> {
  const { file, out } = checkRequest(request);
  const startedMs = Date.now();
  const template = chooseTemplate(await api.templates(), request.template);

  const { id: videoId } = await api.upload(file, transferProgress("Uploading", progress));
  const video = await api.waitForVideo(videoId, () => progress.update("Reading", null));
  if (video.metadata?.hasVideo === false && request.mode !== "transparent") {
    throw new StartError(`${request.file} has no video stream. Use --mode transparent.`);
  }
  const taskId = await api.createTask(videoId, taskBody(request, template.id, video));
  const task = await api.waitForTask(videoId, taskId, ({ status, progress: percent }) => {
    progress.update(stageLabels[status], status === "pending" ? null : percent / 100);
  });
  if (task.downloadUrl === null)
    throw new StartError("The task completed without a download URL. See the logs of the service.");
  await api.download(task.downloadUrl, out, transferProgress("Downloading", progress));
  progress.finish();
  progress.print(`Wrote ${out}`);
  if ((await api.transcript(videoId, taskId)).length === 0) {
    progress.print("No speech was found, so the output has no captions.");
  }
  const extension = outputExtension(request.mode);
  if (extname(out).toLowerCase() !== extension) {
    progress.print(
      `The output is in ${extension} format, but its file name has another extension. Some players rely on the extension.`,
    );
  }
  progress.print(`Cost ${task.cost ?? "0.00"} USD, time ${formatDuration(Date.now() - startedMs)}`);
}
