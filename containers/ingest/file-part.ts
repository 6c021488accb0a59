import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { checkContentEncoding } from "../../core/api/content-encoding.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";

export interface FilePart {
  stream: Readable;
  /** As declared by the client; null when the part has none. */
  filename: string | null;
  /** Resolves when the whole body has been read; rejects when it ends early or is not valid multipart. */
  rest: Promise<void>;
}

const filePartName = "file";
const limits = { fields: 100, parts: 100, fieldSize: 64 * 1024, fieldNameSize: 200, headerPairs: 50 };

/** The client closed the connection: no response can be sent. */
export class ClientDisconnected extends Error {
  override readonly name = "ClientDisconnected";
}

const missing = (): NamedError =>
  new NamedError("ValidationFailed", [
    `${filePartName} is required: send multipart/form-data with one part named ${filePartName}`,
  ]);

const malformed = (cause: unknown): NamedError =>
  new NamedError("ValidationFailed", ["body must be complete and valid multipart/form-data"], { cause });

const openParser = (request: IncomingMessage) => {
  const contentType = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    const declared = contentType === "" ? "has no Content-Type" : `is ${contentType.slice(0, 100)}`;
    throw new NamedError(
      "UnsupportedMediaType",
      `Send multipart/form-data with one part named ${filePartName}; this request ${declared}.`,
    );
  }
  checkContentEncoding(request.headers["content-encoding"]);
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": contentType },
      limits,
      fileHwm: 256 * 1024,
      // Part headers other than the name are optional: curl and hand-written clients omit them.
      isPartAFile: (name, _type, filename) => name === filePartName || filename !== undefined,
    });
  } catch (cause) {
    throw new NamedError(
      "ValidationFailed",
      ["Content-Type must name the boundary: multipart/form-data; boundary=…"],
      { cause },
    );
  }
};

const repeated = (): NamedError =>
  new NamedError("ValidationFailed", [`${filePartName} must be sent once: the body has several such parts`]);

const tooManyParts = (): NamedError =>
  new NamedError("ValidationFailed", [`body must have at most ${limits.parts} parts`]);

/** The state of one body: its file, the work of the receiver, and the first error. */
class FileReceiver<T> {
  readonly result = Promise.withResolvers<T>();
  private readonly rest = Promise.withResolvers<void>();
  private readonly receive: (part: FilePart) => Promise<T>;
  private readonly stopReading: () => void;
  private isReceived = false;
  private file: Readable | null = null;
  private bodyError: Error | null = null;

  constructor(receive: (part: FilePart) => Promise<T>, stopReading: () => void) {
    this.receive = receive;
    this.stopReading = stopReading;
    // The receiver may not await it yet when it rejects.
    this.rest.promise.catch(() => {});
  }

  /** Reports the first error of the body; later errors follow from it. */
  fail(error: Error): void {
    this.bodyError ??= error;
    this.stopReading();
    this.rest.reject(this.bodyError);
    this.file?.destroy(this.bodyError);
    if (!this.isReceived) this.result.reject(this.bodyError);
  }

  addPart(name: string, stream: Readable, filename: string | undefined): void {
    stream.on("error", (cause) => this.fail(malformed(cause)));
    if (name !== filePartName) {
      stream.resume();
      return;
    }
    if (this.isReceived) {
      this.fail(repeated());
      return;
    }
    this.isReceived = true;
    this.file = stream;
    const received = this.receive({ stream, filename: filename ?? null, rest: this.rest.promise });
    received.then(this.result.resolve, (error: Error) => {
      this.stopReading();
      // A receiver that rejects the file ends its stream, which then fails as well: the rejection is the cause.
      this.result.reject(isNamedError(error) ? error : (this.bodyError ?? error));
    });
  }

  finish(): void {
    this.rest.resolve();
    if (!this.isReceived) this.result.reject(missing());
  }
}

/**
 * Reads a multipart body as it arrives and passes its one file to `receive`; other fields, before or after it, are
 * ignored. Returns what `receive` returns. Throws NamedError ValidationFailed or UnsupportedMediaType, ClientDisconnected,
 * and what `receive` throws; the rest of the body is then unread.
 */
export const readFilePart = <T>(
  request: IncomingMessage,
  receive: (part: FilePart) => Promise<T>,
): Promise<T> => {
  const parser = openParser(request);
  const receiver = new FileReceiver(receive, () => request.unpipe(parser));
  const disconnected = (cause?: unknown): void =>
    receiver.fail(new ClientDisconnected("the client disconnected", { cause }));
  parser.on("file", (name, stream, filename) => receiver.addPart(name, stream, filename));
  parser.on("partsLimit", () => receiver.fail(tooManyParts()));
  parser.on("error", (cause) => receiver.fail(malformed(cause)));
  parser.on("finish", () => receiver.finish());
  request.on("error", disconnected);
  request.on("close", () => {
    if (!request.complete) disconnected();
  });
  request.pipe(parser);
  return receiver.result.promise;
};
