import { CapstackFailure } from "./capstack-error.ts";
import type { Operations } from "./interface.ts";
import { type PollOptions, poll } from "./poll.ts";
import {
  type Answer,
  type CallOptions,
  type Connection,
  type OperationName,
  type Request,
  send,
} from "./send.ts";
import { type UploadOptions, uploadParts } from "./upload-parts.ts";

export { CapstackError, CapstackFailure } from "./capstack-error.ts";
export type { Operations } from "./interface.ts";
export type { PollOptions } from "./poll.ts";
export type { Answer, CallOptions, Connection, OperationName, Request } from "./send.ts";
export type { UploadOptions } from "./upload-parts.ts";

export type Video = Answer<"getVideo">;
export type Task = Answer<"getTask">;
export type ClipTask = Answer<"getClipTask">;
export type ClipTaskRequest = Operations["createClipTask"]["body"];
export type TaskRequest = Operations["createTask"]["body"];
export type WordEntry = Operations["putTranscript"]["body"][number];

const failureOf = (name: string | null, error: string | null | undefined): CapstackFailure => {
  const [prefix = "Failed", ...rest] = (error ?? "").split(": ");
  return new CapstackFailure(name ?? prefix, rest.join(": ") || (error ?? "It failed."));
};

/** A captioning service. Refusals throw CapstackError; `call` reaches every operation, the others are for what is done most. */
export class CapstackClient {
  private readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = { ...connection, baseUrl: connection.baseUrl.replace(/\/+$/, "") };
  }

  /** Any operation of the interface, by its name there. */
  call<Name extends OperationName>(name: Name, request: Request<Name>): Promise<Answer<Name>> {
    return send(this.connection, name, request);
  }

  /** Sends a file of any size part by part. The video is usable when `waitForVideo` returns it. */
  uploadFile(file: Blob, options: UploadOptions): Promise<Answer<"completeUpload">> {
    return uploadParts(this.connection, file, options);
  }

  /** Returns the task's id. */
  async createTask(videoId: string, body: TaskRequest, options: CallOptions = {}): Promise<string> {
    const answer = await this.call("createTask", { path: { videoId }, body, ...options });
    if (!("taskId" in answer)) throw new CapstackFailure("UnexpectedAnswer", "The service created no task.");
    return answer.taskId;
  }

  /** What a task would cost, in US dollars; creates nothing. */
  async priceTask(videoId: string, body: TaskRequest): Promise<string> {
    const answer = await this.call("createTask", { path: { videoId }, query: { dryRun: "true" }, body });
    if (!("cost" in answer)) throw new CapstackFailure("UnexpectedAnswer", "The service named no price.");
    return answer.cost;
  }

  /** Waits until the video can be used. Throws CapstackFailure when it was aborted. */
  async waitForVideo(videoId: string, options: PollOptions<Video> = {}): Promise<Video> {
    const look = (signal: AbortSignal) => this.call("getVideo", { path: { videoId }, signal });
    const video = await poll(look, ({ status }) => status === "uploaded" || status === "aborted", options);
    if (video.status === "aborted") throw failureOf(null, video.error);
    return video;
  }

  /** Waits for the end of a task, or for one of the states in `until`. Throws CapstackFailure when it failed. */
  async waitForTask(
    videoId: string,
    taskId: string,
    { until = ["completed"], ...options }: PollOptions<Task> & { until?: readonly Task["status"][] } = {},
  ): Promise<Task> {
    const look = (signal: AbortSignal) => this.call("getTask", { path: { videoId, id: taskId }, signal });
    const ends: readonly string[] = [...until, "completed", "failed"];
    const task = await poll(look, ({ status }) => ends.includes(status), options);
    if (task.status === "failed" && !until.includes("failed")) throw failureOf(task.errorName, task.error);
    return task;
  }

  /** Returns the clip task's id. */
  async createClipTask(videoId: string, body: ClipTaskRequest, options: CallOptions = {}): Promise<string> {
    const answer = await this.call("createClipTask", { path: { videoId }, body, ...options });
    if (!("id" in answer)) throw new CapstackFailure("UnexpectedAnswer", "The service created no task.");
    return answer.id;
  }

  /** Waits for the end of a clip task. Throws CapstackFailure when it failed. */
  async waitForClips(videoId: string, id: string, options: PollOptions<ClipTask> = {}): Promise<ClipTask> {
    const look = (signal: AbortSignal) => this.call("getClipTask", { path: { videoId, id }, signal });
    const task = await poll(look, ({ status }) => status === "completed" || status === "failed", options);
    if (task.status === "failed") throw failureOf(task.errorName, task.error);
    return task;
  }

  async transcript(videoId: string, taskId: string): Promise<WordEntry[]> {
    const answer = await this.call("getTranscript", { path: { videoId, id: taskId } });
    return answer as WordEntry[];
  }
}
