import { createHash } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createEgress } from "../../../../adapters/egress/egress.ts";

/** 3 MB without repetitions, so that a misplaced chunk is detected. */
const file = Buffer.alloc(3_000_000);
for (let at = 0; at + 4 <= file.length; at += 4) file.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);

interface Request {
  path: string;
  headers: Record<string, string>;
  /** Number of earlier requests. */
  index: number;
}

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A server on raw sockets, so that each test decides how a response ends. */
const serve = async (respond: (request: Request, socket: Socket) => void) => {
  const requests: Request[] = [];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let text = "";
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      const [first = "", ...lines] = text.split("\r\n");
      const headers = Object.fromEntries(
        lines
          .filter(Boolean)
          .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
      );
      const request = { path: first.split(" ")[1] ?? "", headers, index: requests.length };
      requests.push(request);
      text = "";
      respond(request, socket);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/video.mp4`, requests };
};

const egress = createEgress({ policy: "loopback", retryPausesMs: [0, 0] });

const download = async (url: string, pauseMs = 0): Promise<Buffer> => {
  const { body } = await egress.fetchFile(url);
  const pieces: Buffer[] = [];
  for await (const piece of body) {
    pieces.push(piece as Buffer);
    if (pauseMs > 0) await delay(pauseMs);
  }
  return Buffer.concat(pieces);
};
const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const whole = sha(file);
const head = (status: string, headers: Record<string, string | number> = {}): string =>
  `HTTP/1.1 ${status}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** Sends at most `count` bytes of a body and breaks the connection when more is left. */
const sendPart = (socket: Socket, start: string, body: Buffer, count: number): void => {
  socket.write(start);
  if (count >= body.length) socket.end(body);
  else socket.write(body.subarray(0, count), () => setTimeout(() => socket.destroy(), 20));
};

describe("a slow reader", () => {
  const body = file.subarray(0, 353_000);
  test.each([
    ["a length", head("200 OK", { "content-length": body.length }), body],
    ["the end of the connection", head("200 OK"), body],
    ["the end of the connection in HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\n", body],
    [
      "chunks",
      head("200 OK", { "transfer-encoding": "chunked" }),
      Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]),
    ],
  ])("gets a whole body that ends by %s", async (_name, start, bytes) => {
    const { url } = await serve((_request, socket) => {
      socket.write(start);
      socket.end(bytes);
    });
    for (let run = 0; run < 5; run += 1) expect(sha(await download(url, 5))).toBe(sha(body));
  });
});

describe("a broken connection", () => {
  test("is resumed by range where the file has a strong ETag", async () => {
    const { url, requests } = await serve(({ headers }, socket) => {
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
      const rest = file.subarray(from);
      const range = { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` };
      const start =
        from === 0
          ? head("200 OK", { etag: '"1"', "content-length": file.length })
          : head("206 Partial Content", { etag: '"1"', "content-length": rest.length, ...range });
      sendPart(socket, start, rest, 700_000);
    });
    expect(sha(await download(url))).toBe(whole);
    expect(requests.length).toBeGreaterThan(3);
    expect(requests[1]?.headers["if-range"]).toBe('"1"');
    const froms = requests.slice(1).map(({ headers }) => Number(headers.range?.slice(6, -1)));
    expect(froms).toEqual([...froms].sort((a, b) => a - b));
  });

  test("is resumed by Last-Modified as well", async () => {
    const date = "Sat, 01 Aug 2026 10:00:00 GMT";
    const { url } = await serve(({ headers }, socket) => {
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
      const rest = file.subarray(from);
      const range = { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` };
      const status = from === 0 ? "200 OK" : "206 Partial Content";
      const fields = { "last-modified": date, "content-length": rest.length, ...(from > 0 ? range : {}) };
      sendPart(socket, head(status, fields), rest, 2_000_000);
    });
    expect(sha(await download(url))).toBe(whole);
  });

  test.each([{ etag: '"1"' }, { etag: 'W/"1"' }, {}])(
    "is restarted where the server does not support ranges (%j)",
    async (fields) => {
      const { url, requests } = await serve(({ index }, socket) => {
        const start = head("200 OK", { ...fields, "content-length": file.length });
        sendPart(socket, start, file, index === 0 ? 1_500_000 : file.length);
      });
      expect(sha(await download(url))).toBe(whole);
      expect(requests).toHaveLength(2);
    },
  );

  test("fails when the file changes again in the second of its Last-Modified", async () => {
    const date = "Sat, 01 Aug 2026 10:00:00 GMT";
    const changed = Buffer.from(file).fill(7, 0, 1000);
    const { url } = await serve(({ index }, socket) => {
      const start = head("200 OK", { date, "last-modified": date, "content-length": file.length });
      sendPart(socket, start, index === 0 ? file : changed, index === 0 ? 1_500_000 : file.length);
    });
    await expect(download(url)).rejects.toMatchObject({ name: "DownloadFailed" });
  });

  test.each([
    ["with another ETag", { etag: '"2"' }],
    ["with another length", { etag: '"1"', "content-length": file.length + 4 }],
  ])("fails when the file came back %s", async (_name, later) => {
    const { url } = await serve(({ index }, socket) => {
      const fields = { etag: '"1"', "content-length": file.length, ...(index > 0 ? later : {}) };
      sendPart(socket, head("200 OK", fields), file, index === 0 ? 1_500_000 : file.length);
    });
    await expect(download(url)).rejects.toMatchObject({
      name: "DownloadFailed",
      message: expect.stringContaining("changed during the download"),
    });
  });

  test("fails when the received bytes differ and no header shows it", async () => {
    const other = Buffer.from(file);
    other.writeUInt8((other.readUInt8(10) + 1) % 256, 10);
    const { url } = await serve(({ index }, socket) => {
      const bytes = index === 0 ? file : other;
      const start = head("200 OK", { "content-length": bytes.length });
      sendPart(socket, start, bytes, index === 0 ? 1_500_000 : bytes.length);
    });
    await expect(download(url)).rejects.toMatchObject({ message: expect.stringContaining("changed") });
  });

  test("fails after three attempts without progress", async () => {
    const { url, requests } = await serve((_request, socket) => {
      sendPart(socket, head("200 OK", { "content-length": file.length }), file, 1000);
    });
    await expect(download(url)).rejects.toMatchObject({ name: "DownloadFailed" });
    expect(requests).toHaveLength(3);
  });
});

test("sends no HEAD, which some servers reject", async () => {
  const { url, requests } = await serve((_request, socket) => {
    socket.end(Buffer.concat([Buffer.from(head("200 OK")), file]));
  });
  expect(sha(await download(url))).toBe(whole);
  expect(requests).toHaveLength(1);
});
