/**
 * Where each thing lies in the media bucket. One prefix per video and per task, so that a lifecycle rule, a policy
 * or an operator can address all of one's objects. Ids are UUIDs, never text of a caller.
 */
export const videoPrefix = (videoId: string): string => `videos/${videoId}/`;
export const taskPrefix = (taskId: string): string => `tasks/${taskId}/`;

/** Everything that belongs to a task. */
export const prefixesOfTask = (taskId: string): string[] => [taskPrefix(taskId), transcribePrefix(taskId)];

export const videoSourceKey = (videoId: string): string => `videos/${videoId}/source`;

/** What the recogniser heard (core/transcript/recognition.ts). */
export const recognitionKey = (taskId: string): string => `tasks/${taskId}/recognition.json`;

/**
 * What a job of Amazon Transcribe hears, what it leaves, and who waits for it. Apart from the task's other objects, so that
 * a lifecycle rule can remove what a crash has left behind.
 */
export const transcribePrefix = (taskId: string): string => `transcribe/${taskId}/`;
export const extractedAudioKey = (taskId: string): string => `transcribe/${taskId}/audio.flac`;
export const transcribeOutputKey = (taskId: string): string => `transcribe/${taskId}/output.json`;
/** What Transcribe itself writes, when it takes a job, to see that it may write: empty, in the folder of the output, and left there. */
export const transcribeAccessCheckKey = (taskId: string): string =>
  `transcribe/${taskId}/.write_access_check_file.temp`;
export const transcribeWaitKey = (taskId: string): string => `transcribe/${taskId}/waiting.json`;

/** The transcript that came with the create-task request. */
export const suppliedTranscriptKey = (taskId: string): string => `tasks/${taskId}/supplied.json`;

/** The cues that came with it to correct the spelling of what is recognised. */
export const referenceKey = (taskId: string): string => `tasks/${taskId}/reference.json`;

/** One object per revision: a URL handed out earlier never changes its content. */
export const transcriptKey = (taskId: string, revision: number): string =>
  `tasks/${taskId}/transcript/${revision}.json`;

/** What is left of the source (core/cuts/cut-list.ts); there only when something was cut. */
export const cutListKey = (taskId: string): string => `tasks/${taskId}/cuts.json`;

/** The words that are to be translated, the parts that are, and the whole (core/translation/translation.ts). */
export const translationJobKey = (taskId: string): string => `tasks/${taskId}/translation/job.json`;
export const translatedBatchKey = (taskId: string, batch: number): string =>
  `tasks/${taskId}/translation/batch-${batch}.json`;
export const translationKey = (taskId: string): string => `tasks/${taskId}/translation/translation.json`;

/** The b-rolls that came with the create-task request. */
export const requestedBrollsKey = (taskId: string): string => `tasks/${taskId}/broll/requested.json`;

/** The b-roll step's whole input, and what comes of it (core/broll/broll-plan.ts). */
export const brollJobKey = (taskId: string): string => `tasks/${taskId}/broll/job.json`;
export const brollPlanKey = (taskId: string): string => `tasks/${taskId}/broll/plan.json`;

/** The n-th clip, and what it was found to be. */
export const brollClipKey = (taskId: string, clip: number): string => `tasks/${taskId}/broll/clip-${clip}`;
export const brollClipMediaKey = (taskId: string, clip: number): string =>
  `tasks/${taskId}/broll/clip-${clip}.json`;

/** The operator's own b-rolls (core/broll/operator-library.ts). */
export const brollManifestKey = "brolls/manifest.json";
export const brollLibraryClipKey = (clipId: string): string => `brolls/${clipId}/clip`;

/** The render container's whole input (core/render-plan/render-job.ts). */
export const renderJobKey = (taskId: string): string => `tasks/${taskId}/render/job.json`;

/** A part of a film on its way to being joined; `index` counts from 0. All go when the task ends. */
export const segmentKey = (taskId: string, index: number, extension: "mp4" | "mov" | "webm"): string =>
  `${segmentsPrefix(taskId)}${index}.${extension}`;
export const segmentsPrefix = (taskId: string): string => `${taskPrefix(taskId)}segments/`;

export const renderOutputKey = (taskId: string, extension: "mp4" | "mov" | "webm"): string =>
  `tasks/${taskId}/render/captioned.${extension}`;

/** What a clip task is to cut (core/clips/clip-plan.ts), the renderer's input for each clip, and the clips; `index` from 0. */
export const clipPlanKey = (taskId: string): string => `tasks/${taskId}/clips/plan.json`;
export const clipJobKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/job-${index + 1}.json`;
export const clipOutputKey = (taskId: string, index: number): string =>
  `tasks/${taskId}/clips/clip-${index + 1}.mp4`;

/** A font's file as it was uploaded; clients see this key as `fileKey` and `fontFileKey`. */
export const fontFileKey = (fontId: string): string => `fonts/${fontId}/file`;

/** The id in a key of fontFileKey; null for any other text. */
export const fontIdOfFileKey = (key: string): string | null =>
  /^fonts\/([^/]+)\/file$/.exec(key)?.[1] ?? null;
