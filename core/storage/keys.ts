/**
 * Keys of the objects in the media bucket. Each video and each task has one prefix, so that a lifecycle rule, a policy or an
 * operator can select all of its objects. IDs are UUIDs, never text of a caller.
 */
export const videoPrefix = (videoId: string): string => `videos/${videoId}/`;
export const taskPrefix = (taskId: string): string => `tasks/${taskId}/`;

/** Returns the prefixes of all objects of a task. */
export const prefixesOfTask = (taskId: string): string[] => [taskPrefix(taskId), transcribePrefix(taskId)];

export const videoSourceKey = (videoId: string): string => `videos/${videoId}/source`;

/** The files for players in browsers: a small copy, a still of it, and the loudness of its audio. */
export const proxyKey = (videoId: string): string => `videos/${videoId}/playback/proxy.mp4`;
export const posterKey = (videoId: string): string => `videos/${videoId}/playback/poster.jpg`;
export const peaksKey = (videoId: string): string => `videos/${videoId}/playback/peaks.json`;

/** The recognition of a task (core/transcript/recognition.ts). */
export const recognitionKey = (taskId: string): string => `tasks/${taskId}/recognition.json`;

/**
 * Input and output of a job of Amazon Transcribe, and the task token that waits for it. Not under the task's prefix, so that
 * a lifecycle rule can remove what remains after a crash.
 */
export const transcribePrefix = (taskId: string): string => `transcribe/${taskId}/`;
export const extractedAudioKey = (taskId: string): string => `transcribe/${taskId}/audio.flac`;
export const transcribeOutputKey = (taskId: string): string => `transcribe/${taskId}/output.json`;
/** An empty object that Transcribe writes next to the output to check its permissions, and does not delete. */
export const transcribeAccessCheckKey = (taskId: string): string =>
  `transcribe/${taskId}/.write_access_check_file.temp`;
export const transcribeWaitKey = (taskId: string): string => `transcribe/${taskId}/waiting.json`;

/** The transcript of the create-task request. */
export const suppliedTranscriptKey = (taskId: string): string => `tasks/${taskId}/supplied.json`;

/** The reference transcript of the create-task request. */
export const referenceKey = (taskId: string): string => `tasks/${taskId}/reference.json`;

/** One object per revision: a URL handed out earlier never changes its content. */
export const transcriptKey = (taskId: string, revision: number): string =>
  `tasks/${taskId}/transcript/${revision}.json`;

/** The kept ranges of the source (core/cuts/cut-list.ts); exists only when something was cut. */
export const cutListKey = (taskId: string): string => `tasks/${taskId}/cuts.json`;

/** The words to translate, the translated batches, and the whole translation (core/translation/translation.ts). */
export const translationJobKey = (taskId: string): string => `tasks/${taskId}/translation/job.json`;
export const translatedBatchKey = (taskId: string, batch: number): string =>
  `tasks/${taskId}/translation/batch-${batch}.json`;
export const translationKey = (taskId: string): string => `tasks/${taskId}/translation/translation.json`;

/** The objects of a dub: its job, the spoken sentences, their plan (core/dub/dub-job.ts), and the dubbed audio. */
export const dubPrefix = (taskId: string): string => `${taskPrefix(taskId)}dub/`;
export const dubJobKey = (taskId: string): string => `${dubPrefix(taskId)}job.json`;
/** The job of shorter texts, what it spoke, and the request for these texts with its result (core/dub/shortening.ts). */
export const shortDubJobKey = (taskId: string): string => `${dubPrefix(taskId)}job-1.json`;
export const shortDubSpokenKey = (taskId: string): string => `${dubPrefix(taskId)}spoken-1.json`;
export const dubShorteningKey = (taskId: string): string => `${dubPrefix(taskId)}shortening.json`;
export const dubShortenedKey = (taskId: string): string => `${dubPrefix(taskId)}shortened.json`;
export const dubSpokenKey = (taskId: string): string => `${dubPrefix(taskId)}spoken.json`;
export const dubPlanKey = (taskId: string): string => `${dubPrefix(taskId)}plan.json`;
export const dubAudioKey = (taskId: string): string => `${dubPrefix(taskId)}audio.m4a`;

/** The b-rolls of the create-task request. */
export const requestedBrollsKey = (taskId: string): string => `tasks/${taskId}/broll/requested.json`;

/** Input and result of the b-roll step (core/broll/broll-plan.ts). */
export const brollJobKey = (taskId: string): string => `tasks/${taskId}/broll/job.json`;
export const brollPlanKey = (taskId: string): string => `tasks/${taskId}/broll/plan.json`;

/** The n-th b-roll clip, and its probed media. */
export const brollClipKey = (taskId: string, clip: number): string => `tasks/${taskId}/broll/clip-${clip}`;
export const brollClipMediaKey = (taskId: string, clip: number): string =>
  `tasks/${taskId}/broll/clip-${clip}.json`;

/** The operator's own b-rolls (core/broll/operator-library.ts). */
export const brollManifestKey = "brolls/manifest.json";
export const brollLibraryClipKey = (clipId: string): string => `brolls/${clipId}/clip`;

/** The render job (core/render-plan/render-job.ts). */
export const renderJobKey = (taskId: string): string => `tasks/${taskId}/render/job.json`;

/** A part of a video on its way to being joined; `index` counts from 0. All go when the task ends. */
export const segmentKey = (taskId: string, index: number, extension: "mp4" | "mov" | "webm"): string =>
  `${segmentsPrefix(taskId)}${index}.${extension}`;
export const segmentsPrefix = (taskId: string): string => `${taskPrefix(taskId)}segments/`;

export const renderOutputKey = (taskId: string, extension: "mp4" | "mov" | "webm"): string =>
  `tasks/${taskId}/render/captioned.${extension}`;

/** A still of a captioning task; `version` names the words and b-rolls that it shows. */
export const frameImageKey = (
  taskId: string,
  version: string,
  frame: number,
  extension: "jpg" | "png",
): string => `tasks/${taskId}/frames/${version}/${frame}.${extension}`;

/** The plan of a clip task (core/clips/clip-plan.ts), and of each clip its render job, words, still and video; `index` from 0. */
export const clipPlanKey = (taskId: string): string => `tasks/${taskId}/clips/plan.json`;
export const clipJobKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/job-${index + 1}.json`;
export const clipOutputKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/clip-${index + 1}.mp4`;

export const clipTranscriptKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/transcript-${index + 1}.json`;
export const clipThumbnailKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/thumbnail-${index + 1}.jpg`;

/** What MediaConvert names the stills of a clip after, and the key of the n-th, from 0 (core/clips/media-convert-job.ts). */
export const clipStillsKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/still-${index + 1}`;
export const clipStillKey = (taskId: string, index: number, still: number): string =>
  `${clipStillsKey(taskId, index)}.${String(still).padStart(7, "0")}.jpg`;

/** An uploaded font file; clients see this key as `fileKey` and `fontFileKey`. */
export const fontFileKey = (fontId: string): string => `fonts/${fontId}/file`;

/** Returns the font ID in a key of fontFileKey; null for any other text. */
export const fontIdOfFileKey = (key: string): string | null =>
  /^fonts\/([^/]+)\/file$/.exec(key)?.[1] ?? null;
