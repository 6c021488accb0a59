import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import { basename } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ServiceFile } from "../service-file.ts";
import { StartError } from "../start-error.ts";
import { multipartFrame } from "./multipart.ts";

export interface VideoView {
  id: string;
  status: "todo" | "inProgress" | "uploaded" | "aborted";
  metadata: { width: number | null; height: number | null; hasVideo: boolean } | null;
  error?: string | null;
}

export interface TaskView {
  status: "pending" | "transcribing" | "transcriptionCompleted" | "rendering" | "completed" | "failed";
  progress: number;
  downloadUrl: string | null;
  error: string | null;
  cost: string | null;
}

export interface TemplateView {
  id: string;
  name: string;
}

export type OnBytes = (doneBytes: number, totalBytes: number) => void;

const text = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** `code: sentence` out of an error response of the API. */
export function explainRefusal(status: number, body: string): string {
  try {
    const { message, code } = JSON.parse(body) as { message?: string | string[]; code?: string };
    const sentences = Array.isArray(message) ? message.join("; ") : message;
    if (sentences) return code ? `${code}: ${sentences}` : sentences;
  } catch {
    // Not JSON: the status is all that there is to say.
  }
  return `The service answered HTTP ${status}.`;
}

const connectionCodes = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "ERR_STREAM_PREMATURE_CLOSE",
];

/** A service that is stopped in between is no defect of this program: one sentence says so. Other errors stay as they are. */
export function connectionLost(error: unknown): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return connectionCodes.includes(code ?? cause?.code ?? "")
    ? new StartError("The service was stopped before the film was done: run the command again.")
    : error;
}

/** The service's public API, as any client uses it. Refusals are StartErrors with the service's own sentence. */
export class ApiClient {
  private readonly service: Pick<ServiceFile, "baseUrl" | "apiKey">;

  constructor(service: Pick<ServiceFile, "baseUrl" | "apiKey">) {
    this.service = service;
  }

  templates(): Promise<TemplateView[]> {
    return this.json("GET", "/templates");
  }

  video(videoId: string): Promise<VideoView> {
    return this.json("GET", `/videos/${videoId}`);
  }

  createTask(videoId: string, body: object): Promise<{ taskId: string }> {
    return this.json("POST", `/videos/${videoId}/task`, body);
  }

  task(videoId: string, taskId: string): Promise<TaskView> {
    return this.json("GET", `/videos/${videoId}/task/${taskId}`);
  }

  transcript(videoId: string, taskId: string): Promise<{ text: string; type: string }[]> {
    return this.json("GET", `/videos/${videoId}/task/${taskId}/transcript`);
  }

  /** Streams the file as multipart/form-data; memory stays flat whatever its size. */
  upload(file: string, onBytes: OnBytes): Promise<{ id: string }> {
    return this.connected(() => this.send(file, onBytes));
  }

  /** The file appears whole or not at all: it is written beside and renamed. */
  download(url: string, path: string, onBytes: OnBytes): Promise<void> {
    return this.connected(() => this.fetchTo(url, path, onBytes));
  }

  private async send(file: string, onBytes: OnBytes): Promise<{ id: string }> {
    const { size } = statSync(file);
    const frame = multipartFrame(basename(file), `capstack-${randomBytes(16).toString("hex")}`);
    const request = http.request(`${this.service.baseUrl}/videos`, {
      method: "POST",
      headers: {
        "x-api-key": this.service.apiKey,
        "content-type": frame.contentType,
        "content-length": frame.head.length + size + frame.tail.length,
      },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
    });
    const sent = sendFile(request, file, frame, (done) => onBytes(done, size));
    // A refusal comes before the end of the body and then breaks the sending off: the answer is what counts.
    sent.catch(() => {});
    const answer = await answered;
    const body = await text(answer);
    if (answer.statusCode !== 201) throw new StartError(explainRefusal(answer.statusCode ?? 0, body));
    await sent;
    return JSON.parse(body) as { id: string };
  }

  private async fetchTo(url: string, path: string, onBytes: OnBytes): Promise<void> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      http.get(url, resolve).once("error", reject);
    });
    if (answer.statusCode !== 200)
      throw new StartError(`The download was refused: HTTP ${answer.statusCode}.`);
    const total = Number(answer.headers["content-length"] ?? 0);
    const beside = `${path}.${process.pid}.part`;
    const removeBeside = () => rmSync(beside, { force: true });
    process.once("exit", removeBeside);
    try {
      const counter = countBytes((done) => onBytes(done, total));
      await pipeline(answer, counter, createWriteStream(beside));
      renameSync(beside, path);
    } finally {
      removeBeside();
      process.off("exit", removeBeside);
    }
  }

  private json<T>(method: string, path: string, body?: object): Promise<T> {
    return this.connected(() => this.ask<T>(method, path, body));
  }

  private async connected<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw connectionLost(error);
    }
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.service.baseUrl + path, {
      method,
      headers: { "x-api-key": this.service.apiKey, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const content = await answer.text();
    if (!answer.ok) throw new StartError(explainRefusal(answer.status, content));
    return JSON.parse(content) as T;
  }
}

async function sendFile(
  request: http.ClientRequest,
  file: string,
  frame: { head: Buffer; tail: Buffer },
  onDone: (doneBytes: number) => void,
): Promise<void> {
  request.write(frame.head);
  const content = createReadStream(file, { highWaterMark: 256 * 1024 });
  await pipeline(content, countBytes(onDone), request, { end: false });
  request.end(frame.tail);
}

function countBytes(onDone: (doneBytes: number) => void): Transform {
  let done = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      done += chunk.length;
      onDone(done);
      callback(null, chunk);
    },
  });
}
