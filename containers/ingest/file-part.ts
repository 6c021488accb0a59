import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
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
  return new Promise<T>((resolve, reject) => {
    let received: Promise<T> | null = null;
    let file: Readable | null = null;
    // The first error of the body is reported; the errors that follow from it elsewhere are not.
    let bodyError: Error | null = null;
    const rest = Promise.withResolvers<void>();
    // The receiver may not await it yet when it rejects.
    rest.promise.catch(() => {});

    const fail = (error: Error): void => {
      bodyError ??= error;
      request.unpipe(parser);
      rest.reject(bodyError);
      file?.destroy(bodyError);
      if (received === null) reject(bodyError);
    };
    parser.on("file", (name, stream, filename) => {
      stream.on("error", (cause) => fail(malformed(cause)));
      if (name !== filePartName) {
        stream.resume();
        return;
      }
      if (received !== null) {
        fail(
          new NamedError("ValidationFailed", [
            `${filePartName} must be sent once: the body has several such parts`,
          ]),
        );
        return;
      }
      file = stream;
      received = receive({ stream, filename: filename ?? null, rest: rest.promise });
      received.then(resolve, (error: Error) => {
        request.unpipe(parser);
        // A receiver that rejects the file ends its stream, which then fails as well: the rejection is the cause.
        reject(isNamedError(error) ? error : (bodyError ?? error));
      });
    });
    parser.on("partsLimit", () =>
      fail(new NamedError("ValidationFailed", [`body must have at most ${limits.parts} parts`])),
    );
    parser.on("error", (cause) => fail(malformed(cause)));
    parser.on("finish", () => {
      rest.resolve();
      if (received === null) reject(missing());
    });
    request.on("error", (cause) => fail(new ClientDisconnected("the client disconnected", { cause })));
    request.on("close", () => {
      if (!request.complete) fail(new ClientDisconnected("the client disconnected"));
    });
    request.pipe(parser);
  });
};
