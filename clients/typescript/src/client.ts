import { CapstackFailure } from "./capstack-error.ts";
import type { Operations } from "./interface.ts";
import { type PollOptions, poll } from "./poll.ts";
import {
  type CallOptions,
  type Connection,
  type OperationName,
  type Request,
  type ResponseOf,
  send,
} from "./send.ts";
import { type UploadedFile, type UploadOptions, uploadParts } from "./upload-parts.ts";

export { CapstackError, CapstackFailure } from "./capstack-error.ts";
export type { Operations } from "./interface.ts";
export type { PollOptions } from "./poll.ts";
export type { CallOptions, Connection, OperationName, Request, ResponseOf } from "./send.ts";
export type { UploadedFile, UploadOptions } from "./upload-parts.ts";

export type Video = ResponseOf<"getVideo">;
export type Task = ResponseOf<"getTask">;
export type ClipTask = ResponseOf<"getClipTask">;
export type ClipTaskRequest = Operations["createClipTask"]["body"];
export type TaskRequest = Operations["createTask"]["body"];
export type WordEntry = Operations["putTranscript"]["body"][number];

const failureOf = (name: string | null | undefined, error: string | null | undefined): CapstackFailure => {
  const [prefix = "Failed", ...rest] = (error ?? "").split(": ");
  return new CapstackFailure(name ?? prefix, rest.join(": ") || (error ?? "It failed."));
};

const taskIdIn = (response: object): string => {
  if ("taskId" in response && typeof response.taskId === "string") return response.taskId;
  throw new CapstackFailure("UnexpectedResponse", "The service created no task.");
};

const priceIn = (response: object): string => {
  if ("cost" in response && typeof response.cost === "string") return response.cost;
  throw new CapstackFailure("UnexpectedResponse", "The service returned no price.");
};

/** A client of the captioning service. `call` covers every operation; rejected requests throw CapstackError. */
export class CapstackClient {
  private readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = { ...connection, baseUrl: connection.baseUrl.replace(/\/+$/, "") };
  }

  /** Calls any operation of the API by its name. */
  call<Name extends OperationName>(name: Name, request: Request<Name>): Promise<ResponseOf<Name>> {
    return send(this.connection, name, request);
  }

  /** Uploads a file of any size in parts. The video is usable when `waitForVideo` returns it. */
  uploadFile(file: Blob, options: UploadOptions): Promise<UploadedFile> {
    return uploadParts(this.connection, file, options);
  }

  /** Returns the ID of the new task. */
  async createTask(videoId: string, body: TaskRequest, options: CallOptions = {}): Promise<string> {
    return taskIdIn(await this.call("createTask", { path: { videoId }, body, ...options }));
  }

  /** Returns the price of a task in USD; creates nothing. */
  async priceTask(videoId: string, body: TaskRequest, signal?: AbortSignal): Promise<string> {
    const query = { dryRun: true };
    return priceIn(await this.call("createTask", { path: { videoId }, query, body, signal }));
  }

  /** Waits until the video is usable. Throws CapstackFailure when it was aborted. */
  async waitForVideo(videoId: string, options: PollOptions<Video> = {}): Promise<Video> {
    const request = (signal: AbortSignal) => this.call("getVideo", { path: { videoId }, signal });
    const video = await poll(request, ({ status }) => status === "uploaded" || status === "aborted", options);
    if (video.status === "aborted") throw failureOf(video.errorName, video.error);
    return video;
  }

  /** Waits until the task has ended, or has one of the statuses in `until`. Throws CapstackFailure when it failed. */
  async waitForTask(
    videoId: string,
    taskId: string,
    {
      until = ["completed"],
      ...options
    }: PollOptions<Task> & { until?: readonly Task["status"][] | undefined } = {},
  ): Promise<Task> {
    const request = (signal: AbortSignal) => this.call("getTask", { path: { videoId, id: taskId }, signal });
    const ends: readonly string[] = [...until, "completed", "failed"];
    const task = await poll(request, ({ status }) => ends.includes(status), options);
    if (task.status === "failed" && !until.includes("failed")) throw failureOf(task.errorName, task.error);
    return task;
  }

  /** Returns the ID of the new clip task. */
  async createClipTask(videoId: string, body: ClipTaskRequest, options: CallOptions = {}): Promise<string> {
    return taskIdIn(await this.call("createClipTask", { path: { videoId }, body, ...options }));
  }

  /** Returns the maximum price of a clip task in USD; creates nothing. */
  async priceClipTask(videoId: string, body: ClipTaskRequest, signal?: AbortSignal): Promise<string> {
    const query = { dryRun: true };
    return priceIn(await this.call("createClipTask", { path: { videoId }, query, body, signal }));
  }

  /** Waits until the clip task has ended. Throws CapstackFailure when it failed. */
  async waitForClips(videoId: string, id: string, options: PollOptions<ClipTask> = {}): Promise<ClipTask> {
    const request = (signal: AbortSignal) => this.call("getClipTask", { path: { videoId, id }, signal });
    const task = await poll(request, ({ status }) => status === "completed" || status === "failed", options);
    if (task.status === "failed") throw failureOf(task.errorName, task.error);
    return task;
  }

  /** Returns the words of a task. */
  async transcript(videoId: string, taskId: string): Promise<WordEntry[]> {
    const response = await this.call("getTranscript", { path: { videoId, id: taskId } });
    return response as WordEntry[];
  }
}
