import type { CreateClipTaskBody } from "../api/schemas/clips.ts";
import { formatUsd } from "../billing/money.ts";
import { clipTaskCostMicroUsd } from "../billing/price.ts";
import { clipCostToHold } from "../clips/clip-media.ts";
import type { EgressPolicy } from "../egress/source-url.ts";
import { NamedError } from "../errors.ts";
import type { FontStore } from "../fonts/font.ts";
import { styleFontProblems } from "../fonts/word-fonts.ts";
import { type Template, templateProblems } from "../templates/template.ts";
import { getOwnedVideo } from "../videos/owned-video.ts";
import type { Ttl } from "../videos/video.ts";
import type { VideoStore } from "../videos/video-store.ts";
import type { ClipRequest, ClipTask } from "./clip-task.ts";
import { knownMedia, mediaToPrice, newTask, type SubmitTaskDeps, submitTask } from "./new-task.ts";
import { checkNotification } from "./notification.ts";
import type { ClipTaskStore } from "./task-store.ts";

export interface CreateClipTaskInput {
  accountId: string;
  videoId: string;
  ttl: Ttl | undefined;
  body: CreateClipTaskBody;
}

export interface CheckClipRequestDeps {
  egress: EgressPolicy;
  fonts: Pick<FontStore, "get">;
  templates: readonly Template[];
}

export interface CreateClipTaskDeps extends CheckClipRequestDeps, SubmitTaskDeps {
  clipTasks: Pick<ClipTaskStore, "create" | "get">;
}

/**
 * Creates a clip task in `pending` and submits it for admission. The cost of the maximum number of clips is held with the
 * same write if the media's duration is known, else when it becomes known. Idempotent for one `taskId`.
 *
 * Throws NamedError: NotFound, ValidationFailed, AddressNotAllowed, InsufficientCredits.
 */
export const createClipTask = async (
  input: CreateClipTaskInput & { taskId: string },
  deps: CreateClipTaskDeps,
): Promise<{ id: string; taskId: string }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const request = await checkedClipRequest(input, deps);
  const task: ClipTask & { status: "pending" } = {
    ...newTask(input, video, deps.now()),
    kind: "clip",
    request,
    ...clipCostToHold(knownMedia(video), request),
  };
  await submitTask(task, deps.clipTasks, deps);
  return { id: task.id, taskId: task.id };
};

/** Returns the maximum cost of a task after the same checks. Creates nothing and needs no credit. */
export const priceClipTask = async (
  input: CreateClipTaskInput,
  deps: CheckClipRequestDeps & { videos: Pick<VideoStore, "get"> },
): Promise<{ cost: string; currency: "USD" }> => {
  const video = await getOwnedVideo(input.accountId, input.videoId, deps);
  const { durationRange, maxClips } = await checkedClipRequest(input, deps);
  const cost = clipTaskCostMicroUsd(mediaToPrice(video), durationRange, maxClips);
  return { cost: formatUsd(cost), currency: "USD" };
};

/** Throws NamedError ValidationFailed (all problems at once), AddressNotAllowed. */
const checkedClipRequest = async (
  { accountId, body }: Pick<CreateClipTaskInput, "accountId" | "body">,
  deps: CheckClipRequestDeps,
): Promise<ClipRequest> => {
  const problems = [...reframeProblems(body), ...(await captionsProblems(body.captions, accountId, deps))];
  if (problems.length > 0) throw new NamedError("ValidationFailed", problems);
  const { templateId, renderOptions = {} } = body.captions ?? {};
  return {
    maxClips: body.maxClips,
    durationRange: body.durationRange,
    ...(body.aspectRatio === undefined ? {} : { aspectRatio: body.aspectRatio }),
    ...(body.reframe === undefined ? {} : { reframe: body.reframe }),
    ...(body.excludeFlagged === undefined ? {} : { excludeFlagged: body.excludeFlagged }),
    ...(body.hookTitle === undefined ? {} : { hookTitle: body.hookTitle }),
    ...(templateId === undefined ? {} : { captions: { templateId, renderOptions } }),
    metadata: body.metadata ?? null,
    ...(body.notification ? { notification: checkNotification(body.notification, deps.egress) } : {}),
  };
};

const reframeProblems = ({ aspectRatio = "original", reframe }: CreateClipTaskBody): string[] =>
  reframe !== undefined && aspectRatio === "original"
    ? ["reframe is only valid when aspectRatio is 9:16, 4:5, 1:1 or 16:9: set aspectRatio, or omit reframe"]
    : [];

const captionsProblems = async (
  captions: CreateClipTaskBody["captions"],
  accountId: string,
  deps: CheckClipRequestDeps,
): Promise<string[]> => {
  if (captions === undefined) return [];
  const { templateId, renderOptions } = captions;
  return [
    ...templateProblems("captions.templateId", templateId, deps.templates),
    ...(await styleFontProblems(
      renderOptions?.styleOptions?.fontId,
      accountId,
      deps,
      "captions.renderOptions",
    )),
  ];
};
