import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import { basename } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  CapstackClient,
  CapstackError,
  CapstackFailure,
  type Task,
  type TaskRequest,
  type Video,
  type WordEntry,
} from "../../clients/typescript/src/client.ts";
import type { ServiceFile } from "../service-file.ts";
import { StartError } from "../start-error.ts";
import { multipartFrame } from "./multipart.ts";

export type OnBytes = (doneBytes: number, totalBytes: number) => void;

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Formats an error response of the API as `code: message`. */
const describeError = ({ code, message, messages }: CapstackError): string =>
  messages.length > 0 ? `${code}: ${message}` : message;

/** Returns the message for an error response, also for one that is not JSON. */
export function describeErrorResponse(status: number, body: string): string {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Not JSON: the message has the status alone.
  }
  return describeError(new CapstackError(status, new Headers(), parsed));
}

/** Polls more often than the client's default, for the progress bar; a long video may take a day. */
const polling = { pauseMs: { first: 500, longest: 500 }, deadlineMs: 24 * 3_600_000 };

const connectionCodes = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "ERR_STREAM_PREMATURE_CLOSE",
];

/** Turns a lost connection into a StartError, because the service was stopped by the user. Returns other errors unchanged. */
export function describeLostConnection(error: unknown): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return connectionCodes.includes(code ?? cause?.code ?? "")
    ? new StartError("The service stopped before the video was captioned. Run the command again.")
    : error;
}

/** A client of the service's public API. Error responses become StartErrors with the message of the response. */
export class ApiClient {
  private readonly service: Pick<ServiceFile, "baseUrl" | "apiKey">;
  private readonly client: CapstackClient;

  constructor(service: Pick<ServiceFile, "baseUrl" | "apiKey">) {
    this.service = service;
    this.client = new CapstackClient(service);
  }

  templates(): Promise<{ id: string; name: string }[]> {
    return this.withErrors(() => this.client.call("listTemplates", {}));
  }

  /** Waits until the video is uploaded or aborted. */
  waitForVideo(videoId: string, onPoll: (video: Video) => void): Promise<Video> {
    return this.withErrors(() => this.client.waitForVideo(videoId, { ...polling, onPoll }));
  }

  createTask(videoId: string, body: TaskRequest): Promise<string> {
    return this.withErrors(() => this.client.createTask(videoId, body));
  }

  /** Waits until the task has completed. */
  waitForTask(videoId: string, taskId: string, onPoll: (task: Task) => void): Promise<Task> {
    return this.withErrors(() => this.client.waitForTask(videoId, taskId, { ...polling, onPoll }));
  }

  transcript(videoId: string, taskId: string): Promise<WordEntry[]> {
    return this.withErrors(() => this.client.transcript(videoId, taskId));
  }

  /** Streams the file as multipart/form-data, with constant memory. */
  upload(file: string, onBytes: OnBytes): Promise<{ id: string }> {
    return this.withErrors(() => this.send(file, onBytes));
  }

  /** Downloads to a temporary file and renames it, so that the file is complete or absent. */
  download(url: string, path: string, onBytes: OnBytes): Promise<void> {
    return this.withErrors(() => this.fetchTo(url, path, onBytes));
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
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
    });
    const sent = sendFile(request, file, frame, (done) => onBytes(done, size));
    // An error response comes before the end of the body, which fails the upload; only the response is reported.
    sent.catch(() => {});
    const response = await responded;
    const body = await readText(response);
    if (response.statusCode !== 201)
      throw new StartError(describeErrorResponse(response.statusCode ?? 0, body));
    await sent;
    return JSON.parse(body) as { id: string };
  }

  private async fetchTo(url: string, path: string, onBytes: OnBytes): Promise<void> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      http.get(url, resolve).once("error", reject);
    });
    if (response.statusCode !== 200)
      throw new StartError(
        `The download failed with HTTP status ${response.statusCode}. Run the command again.`,
      );
    const total = Number(response.headers["content-length"] ?? 0);
    const temporary = `${path}.${process.pid}.part`;
    const removeTemporary = () => rmSync(temporary, { force: true });
    process.once("exit", removeTemporary);
    try {
      const counter = countBytes((done) => onBytes(done, total));
      await pipeline(response, counter, createWriteStream(temporary));
      renameSync(temporary, path);
    } finally {
      removeTemporary();
      process.off("exit", removeTemporary);
    }
  }

  private async withErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CapstackError) throw new StartError(describeError(error));
      if (error instanceof CapstackFailure) throw new StartError(`${error.code}: ${error.message}`);
      throw describeLostConnection(error);
    }
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
