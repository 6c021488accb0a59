import type { ClipCutterOption } from "../../../../../core/clips/clip-cutter.ts";
import { chosenCut } from "../../../../../core/clips/media-convert-job.ts";
import type { RenderJob } from "../../../../../core/render-plan/render-job.ts";
import { clipOutputKey, recognitionKey } from "../../../../../core/storage/keys.ts";
import type { ClipRequest } from "../../../../../core/tasks/clip-task.ts";
import { findTemplate, templates } from "../../../../../core/templates/catalog.ts";
import { prepareClipTask } from "../../../../../core/workflows/clips/prepare-clip-task.ts";
import { admitTasks } from "../../../../../core/workflows/maintenance/admit-tasks.ts";
import { someMedia } from "../../../../fakes/builders.ts";
import { noRatings } from "../../clips/choose.ts";
import { lighthouses, spokenTranscript } from "../../clips/talks.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const talk = spokenTranscript(lighthouses, "en");
export const seconds = Math.floor(talk.seconds);
const base = someMedia({ durationSeconds: seconds });
export const media = {
  ...base,
  video: base.video && { ...base.video, durationSeconds: seconds },
  audio: base.audio && { ...base.audio, durationSeconds: seconds },
};
/** The lighthouses talk takes 191 s; three minutes and eleven seconds at 0.03. */
export const transcription = Math.round((seconds / 60) * 30_000);

export const recognition = {
  language: "en",
  languageConfidence: 1,
  engine: "test",
  words: talk.transcript.map(({ text, type, startSeconds, endSeconds }) => ({
    text,
    spaceBefore: type === "word",
    startSeconds,
    endSeconds,
    confidence: 0.9,
  })),
};

/** A transcribed task, in the middle of `clipping`. */
export const createClipTaskFixture = async (
  maxClips = 3,
  captions?: ClipRequest["captions"],
  cutter: ClipCutterOption = "container",
) => {
  const fixture = {
    ...(await createWorkflowFixture()),
    ...noRatings,
    model: null,
    reportFailure: () => {},
    findTemplate,
    anyTemplate: templates[0] ?? (undefined as never),
    mediaConvertCut: (job: RenderJob, stillsKey: string) => chosenCut(cutter, job, "media", stillsKey),
  };
  const video = await fixture.addVideo({ media });
  const { id } = await fixture.addClipTask({
    videoId: video.id,
    request: {
      maxClips,
      durationRange: "lt_30s",
      metadata: { order: "7" },
      ...(captions ? { captions } : {}),
    },
    costMicroUsd: transcription + maxClips * 75_000,
    mediaMilliseconds: seconds * 1000,
  });
  await admitTasks("account", fixture);
  const { executionArn } = await fixture.clipTask(id);
  const prepare = () => prepareClipTask({ taskId: id, executionArn: executionArn ?? "" }, fixture);
  const recognize = async (words = recognition.words) => {
    fixture.transcripts.recognitions.set(id, { ...recognition, words });
    await fixture.bucket.putJson(recognitionKey(id), {});
  };
  const cut = (index: number) => fixture.bucket.putJson(clipOutputKey(id, index), "an mp4 file");
  return { ...fixture, videoId: video.id, id, executionArn: executionArn ?? "", prepare, recognize, cut };
};
