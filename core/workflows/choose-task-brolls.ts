import type { BrollLibrary } from "../broll/broll-library.ts";
import type { BrollJob } from "../broll/broll-plan.ts";
import { chooseBrolls } from "../broll/choose-brolls.ts";
import { outputGeometry } from "../render-plan/output-geometry.ts";
import { type CaptioningTask, filmSeconds, transcriptLanguage } from "../tasks/captioning-task.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import type { MediaInfo } from "../videos/media-info.ts";

export interface ChooseDeps {
  transcripts: Pick<TranscriptStore, "read">;
  /** In the order in which they are asked. */
  brollLibraries: () => Promise<readonly BrollLibrary[]>;
}

/** The clips of the service's choosing for a task, by what is said in its transcript, as items of a job. */
export const chooseTaskBrolls = async (
  task: CaptioningTask,
  media: MediaInfo,
  { transcripts, brollLibraries }: ChooseDeps,
): Promise<BrollJob["items"]> => {
  const { brollPercent, exportSettings } = task.request;
  const { width, height } = media;
  if (brollPercent === undefined || width === null || height === null) return [];
  const film = {
    transcript: await transcripts.read(task.id, task.transcriptRevision),
    language: transcriptLanguage(task),
    filmSeconds: filmSeconds(task, media.durationSeconds),
    frame: outputGeometry(exportSettings, { width, height }).canvas,
    percent: brollPercent,
  };
  const chosen = await chooseBrolls(film, await brollLibraries());
  return chosen.map(({ startTime, endTime, offer }) => ({
    startTime,
    endTime,
    url: offer.url,
    name: `The clip for "${offer.keyword}"`,
    keyword: offer.keyword,
    mayBeLeftOut: true,
    ...(offer.stored ? { stored: offer.stored } : {}),
    ...(offer.attribution ? { attribution: offer.attribution } : {}),
  }));
};
