import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../../core/seeded-random.ts";
import { type ApiResponse, media, type TaskStatus } from "../integration/client.ts";
import type { EndedTask } from "./invariants.ts";
import type { PatientClient } from "./patient-client.ts";

export interface World {
  client: PatientClient;
  random: Random;
  templateId: string;
  videoId: string;
  audioId: string;
  /** URL of the webhook receiver, without a path. */
  receiver: string;
  /** Whether the run is to stop waiting. */
  isOver: () => boolean;
}

const file = "video/ax_testvid_1022ms.mp4";
const words = [{ text: "Hello", type: "word", start_time: 0, end_time: 0.9 }];
const pollMs = 400;

const create = async (
  world: World,
  videoId: string,
  path: string,
  request: Record<string, unknown>,
): Promise<string> => {
  const { client, templateId, receiver } = world;
  const kinds = ["transcript", "render", "renderProgress"];
  const notification = { recipient: receiver + path, type: "webhook", notificationsFor: kinds };
  const { status, body } = await client.post<{ taskId: string }>(`/videos/${videoId}/task`, {
    templateId,
    notification,
    ...request,
  });
  if (status !== 201) throw new Error(`POST task returned ${status}: ${JSON.stringify(body)}`);
  return body.taskId;
};

/** Polls until the task has ended, with its video if need be. Approves its transcript when it waits for that. */
const untilEnd = async (world: World, videoId: string, taskId: string): Promise<EndedTask["end"]> => {
  const path = `/videos/${videoId}/task/${taskId}`;
  while (!world.isOver()) {
    const { status, body } = await world.client.get<TaskStatus>(path);
    if (status === 404) return "deleted";
    if (body.status === "completed" || body.status === "failed") return body.status;
    if (body.status === "transcriptionCompleted") await world.client.post(`${path}/approve-transcript`, {});
    await delay(pollMs);
  }
  return "open";
};

const ended = async (world: World, videoId: string, path: string, request: object): Promise<EndedTask> => {
  const taskId = await create(world, videoId, path, { ...request });
  return { taskId, path, end: await untilEnd(world, videoId, taskId) };
};

const uploaded = async (client: PatientClient, name: string): Promise<ApiResponse<{ id: string }>> => {
  const response = await client.upload(media(name));
  if (response.status !== 201)
    throw new Error(`POST /videos returned ${response.status}: ${JSON.stringify(response.body)}`);
  return response;
};

type Scenario = (world: World, path: string) => Promise<EndedTask>;

/** What clients do, each with one task. */
const scenarios: Readonly<Record<string, Scenario>> = {
  captioned: (world, path) => ended(world, world.videoId, path, { autoApprove: true, transcript: words }),
  approved: (world, path) => ended(world, world.videoId, path, { transcript: words }),
  rejected: (world, path) => ended(world, world.audioId, path, { autoApprove: true }),
  deleted: async (world, path) => {
    const { body } = await uploaded(world.client, file);
    const taskId = await create(world, body.id, path, { autoApprove: true, transcript: words });
    await delay(world.random.below(3000));
    await world.client.delete(`/videos/${body.id}`);
    return { taskId, path, end: await untilEnd(world, body.id, taskId) };
  },
};

/** Runs one scenario of those at random. `path` is that of its webhooks. */
export const runScenario = (world: World, path: string): Promise<EndedTask> => {
  const run = scenarios[world.random.pick(Object.keys(scenarios))] as Scenario;
  return run(world, path);
};

/** Uploads the media that the scenarios share. */
export const sharedMedia = async (
  client: PatientClient,
): Promise<Pick<World, "videoId" | "audioId" | "templateId">> => {
  const video = await uploaded(client, file);
  const audio = await uploaded(client, "audio/ae_mono.mp3");
  const { body } = await client.get<{ id: string }[]>("/templates");
  return { videoId: video.body.id, audioId: audio.body.id, templateId: body[0]?.id ?? "" };
};
