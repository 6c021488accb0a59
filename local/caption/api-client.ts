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

const text = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** `code: sentence`, as the service put it. */
const describeError = ({ code, message, messages }: CapstackError): string =>
  messages.length > 0 ? `${code}: ${message}` : message;

/** The sentence for an error response of the API. */
export function describeErrorResponse(status: number, body: string): string {
  let answer: unknown = null;
  try {
    answer = JSON.parse(body);
  } catch {
    // Not JSON: the status is all that there is to say.
  }
  return describeError(new CapstackError(status, new Headers(), answer));
}

/** A person watches the bar: looks are closer than a program's, and a long film may take a day. */
const polling = { pauseMs: { first: 500, longest: 500 }, deadlineMs: 24 * 3_600_000 };

const connectionCodes = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "ERR_STREAM_PREMATURE_CLOSE",
];

/** A service that is stopped in between is no defect of this program: one sentence says so. Other errors stay as they are. */
export function describeLostConnection(error: unknown): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return connectionCodes.includes(code ?? cause?.code ?? "")
    ? new StartError("The service was stopped before the film was done: run the command again.")
    : error;
}

/** The service's public API, as any client uses it. Refusals are StartErrors with the service's own sentence. */
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

  /** Waits until the video can be used, or was aborted. */
  waitForVideo(videoId: string, onPoll: (video: Video) => void): Promise<Video> {
    return this.withErrors(() => this.client.waitForVideo(videoId, { ...polling, onPoll }));
  }

  createTask(videoId: string, body: TaskRequest): Promise<string> {
    return this.withErrors(() => this.client.createTask(videoId, body));
  }

  /** Waits for the film. */
  waitForTask(videoId: string, taskId: string, onPoll: (task: Task) => void): Promise<Task> {
    return this.withErrors(() => this.client.waitForTask(videoId, taskId, { ...polling, onPoll }));
  }

  transcript(videoId: string, taskId: string): Promise<WordEntry[]> {
    return this.withErrors(() => this.client.transcript(videoId, taskId));
  }

  /** Streams the file as multipart/form-data; memory stays flat whatever its size. */
  upload(file: string, onBytes: OnBytes): Promise<{ id: string }> {
    return this.withErrors(() => this.send(file, onBytes));
  }

  /** The file appears whole or not at all: it is written beside and renamed. */
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
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
    });
    const sent = sendFile(request, file, frame, (done) => onBytes(done, size));
    // A refusal comes before the end of the body and then breaks the sending off: the answer is what counts.
    sent.catch(() => {});
    const answer = await answered;
    const body = await text(answer);
    if (answer.statusCode !== 201) throw new StartError(describeErrorResponse(answer.statusCode ?? 0, body));
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
