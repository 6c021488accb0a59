import { openAsBlob, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const mediaFolder = resolve(import.meta.dirname, "../media");

export const media = (name: string): string => join(mediaFolder, name);

export interface ApiResponse<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface Word {
  text: string;
  type: string;
  start_time: number;
  end_time: number;
  confidence?: number;
}

export interface TaskStatus {
  id: string;
  videoId: string;
  status: string;
  transcript: string | null;
  downloadUrl: string | null;
  transcriptApproved: boolean;
  error: string | null;
  errorName: string | null;
  warnings: { name: string; message: string }[];
  progress: number;
  cost: string | null;
}

export interface VideoItem {
  id: string;
  status: string;
  storageId: string;
  filename: string | null;
  metadata: { duration: number; width: number | null; height: number | null; hasAudio: boolean } | null;
  videoTasks: string[];
  error?: string | null;
}

/** A plain HTTP client of the service, without code of the product. */
export class Client {
  readonly baseUrl: string;
  readonly apiKey: string;

  /** Uses the service's own account, or the account of the given key. */
  constructor(dataDir: string, apiKey?: string) {
    const service = JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8")) as Client;
    this.baseUrl = service.baseUrl;
    this.apiKey = apiKey ?? service.apiKey;
  }

  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<ApiResponse<T>> {
    const headers = { "x-api-key": this.apiKey, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(this.baseUrl + path, { ...init, method, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      body: (isJson && text !== "" ? JSON.parse(text) : text) as T,
      headers: response.headers,
    };
  }

  post<T = Record<string, unknown>>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<T>> {
    const all = { "content-type": "application/json", ...headers };
    return this.send<T>("POST", path, { body: JSON.stringify(body), headers: all });
  }

  get<T = Record<string, unknown>>(path: string): Promise<ApiResponse<T>> {
    return this.send<T>("GET", path);
  }

  async upload(
    file: string,
    query = "",
  ): Promise<ApiResponse<{ id: string; status: string; storageId: string }>> {
    const form = new FormData();
    form.append("file", await openAsBlob(file), basename(file));
    return this.send("POST", `/videos${query}`, { body: form });
  }

  async templateId(name?: string): Promise<string> {
    const { body } = await this.get<{ id: string; name: string }[]>("/templates");
    const chosen = name === undefined ? body[0] : body.find((template) => template.name === name);
    if (chosen === undefined) throw new Error(`No template ${name}`);
    return chosen.id;
  }

  async createTask(videoId: string, request: Record<string, unknown>): Promise<string> {
    const body = { templateId: await this.templateId(), ...request };
    const response = await this.post<{ taskId: string }>(`/videos/${videoId}/task`, body);
    if (response.status !== 201) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
    return response.body.taskId;
  }

  /** Polls until the task has one of the given statuses; every observed status is appended to `seen`. */
  async waitForTask(
    videoId: string,
    taskId: string,
    until: readonly string[],
    seen: string[] = [],
  ): Promise<TaskStatus> {
    for (;;) {
      const { body } = await this.get<TaskStatus>(`/videos/${videoId}/task/${taskId}`);
      if (seen.at(-1) !== body.status) seen.push(body.status);
      if (until.includes(body.status)) return body;
      if (["completed", "failed"].includes(body.status))
        throw new Error(`The task ended with ${JSON.stringify(body)}`);
      await delay(250);
    }
  }

  async waitForVideo(videoId: string): Promise<VideoItem> {
    for (;;) {
      const { body } = await this.get<VideoItem>(`/videos/${videoId}`);
      if (body.status === "uploaded" || body.status === "aborted") return body;
      await delay(250);
    }
  }

  /** Uploads a file, creates a task and waits until it is completed or failed. */
  async caption(file: string, request: Record<string, unknown> = {}): Promise<TaskStatus> {
    const video = await this.upload(file);
    if (video.status !== 201) throw new Error(`${video.status}: ${JSON.stringify(video.body)}`);
    const taskId = await this.createTask(video.body.id, { autoApprove: true, ...request });
    return this.waitForTask(video.body.id, taskId, ["completed", "failed"]);
  }

  download(url: string, to: string): Promise<string> {
    return save(url, {}, to);
  }

  /** Saves the frame of a task at a time in seconds. */
  frame({ videoId, id }: Pick<TaskStatus, "videoId" | "id">, at: number, to: string): Promise<string> {
    const url = `${this.baseUrl}/videos/${videoId}/task/${id}/frame?at=${at}`;
    return save(url, { "x-api-key": this.apiKey }, to);
  }
}

const save = async (url: string, headers: Record<string, string>, to: string): Promise<string> => {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${response.status} from ${url}`);
  await writeFile(to, Buffer.from(await response.arrayBuffer()));
  return to;
};

export const sharedClient = (): Client => new Client(process.env.CAPSTACK_TEST_DATA ?? "");
