import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { isNamedError, NamedError } from "../../core/errors.ts";

export interface FilePart {
  stream: Readable;
  /** As the client says; null when the part has none. */
  filename: string | null;
  /** Settles when the whole body has been read: rejects when it breaks off or is not proper multipart. */
  rest: Promise<void>;
}

const filePartName = "file";
const limits = { fields: 100, parts: 100, fieldSize: 64 * 1024, fieldNameSize: 200, headerPairs: 50 };

/** The client closed the connection: no response can be sent. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

const missing = (): NamedError =>
  new NamedError("ValidationFailed", [
    `${filePartName} is required: send multipart/form-data with one part named ${filePartName}`,
  ]);

const malformed = (cause: unknown): NamedError =>
  new NamedError("ValidationFailed", ["body must be complete and proper multipart/form-data"], { cause });

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
      // Part headers other than the name are optional: curl and hand-written clients leave them out.
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
 * Reads a multipart body as it arrives and hands its one file to `receive`; other fields, before or behind, are passed
 * over. Returns what `receive` returns. Throws NamedError ValidationFailed, UnsupportedMediaType, ClientGone, and what
 * `receive` throws; the rest of the body is then unread.
 */
export const readFilePart = <T>(
  request: IncomingMessage,
  receive: (part: FilePart) => Promise<T>,
): Promise<T> => {
  const parser = openParser(request);
  return new Promise<T>((resolve, reject) => {
    let received: Promise<T> | null = null;
    let file: Readable | null = null;
    // The first thing that went wrong with the body; what follows from it elsewhere is of no interest.
    let broken: Error | null = null;
    const rest = Promise.withResolvers<void>();
    // The receiver awaits it, but possibly not yet when it rejects.
    rest.promise.catch(() => {});

    const fail = (error: Error): void => {
      broken ??= error;
      request.unpipe(parser);
      rest.reject(broken);
      file?.destroy(broken);
      if (received === null) reject(broken);
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
        // A receiver that refuses the file gives up its stream, which then looks broken: the refusal is the reason.
        reject(isNamedError(error) ? error : (broken ?? error));
      });
    });
    parser.on("partsLimit", () => fail(new NamedError("ValidationFailed", ["body has too many parts"])));
    parser.on("error", (cause) => fail(malformed(cause)));
    parser.on("finish", () => {
      rest.resolve();
      if (received === null) reject(missing());
    });
    request.on("error", (cause) => fail(new ClientGone("the client broke off", { cause })));
    request.on("close", () => {
      if (!request.complete) fail(new ClientGone("the client broke off"));
    });
    request.pipe(parser);
  });
};
