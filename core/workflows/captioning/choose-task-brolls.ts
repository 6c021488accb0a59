import type { BrollLibrary } from "../../broll/broll-library.ts";
import type { BrollJob } from "../../broll/broll-plan.ts";
import { chooseBrolls } from "../../broll/choose-brolls.ts";
import { transcriptOnCutTimeLine } from "../../cuts/retime.ts";
import { outputGeometry } from "../../render-plan/output-geometry.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { translationJobKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import {
  type CaptioningTask,
  outputDurationSeconds,
  transcriptLanguage,
} from "../../tasks/captioning-task.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import type { Transcript } from "../../transcript/word-entry.ts";
import { translationJobSchema } from "../../translation/translation.ts";
import type { MediaInfo } from "../../videos/media-info.ts";

export interface ChooseBrollsDeps {
  transcripts: Pick<TranscriptStore, "read" | "readCuts">;
  bucket: Pick<MediaBucket, "head" | "getJson">;
  /** In the order in which they are searched. */
  brollLibraries: () => Promise<readonly BrollLibrary[]>;
}

/** Chooses clips for a task from its transcript and its original speech. Returns them as items of a b-roll job. */
export const chooseTaskBrolls = async (
  task: CaptioningTask,
  media: MediaInfo,
  deps: ChooseBrollsDeps,
): Promise<BrollJob["items"]> => {
  const { brollPercent, exportSettings } = task.request;
  const { width, height } = media;
  if (brollPercent === undefined || width === null || height === null) return [];
  const originalSpeech = await originalSpeechOf(task, deps);
  const video = {
    transcript: await deps.transcripts.read(task.id, task.transcriptRevision),
    language: transcriptLanguage(task),
    ...(originalSpeech ? { originalSpeech } : {}),
    durationSeconds: outputDurationSeconds(task, media.durationSeconds),
    frame: outputGeometry(exportSettings, { width, height }).canvas,
    percent: brollPercent,
  };
  const chosen = await chooseBrolls(video, await deps.brollLibraries());
  return chosen.map(({ startSeconds, endSeconds, candidate }) => ({
    startSeconds,
    endSeconds,
    url: candidate.url,
    name: `The clip for "${candidate.keyword}"`,
    keyword: candidate.keyword,
    isOptional: true,
    ...(candidate.stored ? { stored: candidate.stored } : {}),
    ...(candidate.attribution ? { attribution: candidate.attribution } : {}),
  }));
};

/** The words that a task's captions are translated from, on the output's time line; null without a translation. */
const originalSpeechOf = async (
  task: CaptioningTask,
  { bucket, transcripts }: ChooseBrollsDeps,
): Promise<{ transcript: Transcript; language: string } | null> => {
  if (task.translatedTo === undefined) return null;
  const job = await getJsonOrNull(bucket, translationJobKey(task.id));
  if (job === null) return null;
  const { from, transcript } = translationJobSchema.parse(job);
  if (!task.autoCut?.isCut) return { transcript, language: from };
  return {
    transcript: transcriptOnCutTimeLine(transcript, await transcripts.readCuts(task.id)),
    language: from,
  };
};
