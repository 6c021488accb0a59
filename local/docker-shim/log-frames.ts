export type LogStream = "stdout" | "stderr";

export interface LogChunk {
  stream: LogStream;
  bytes: Buffer;
}

/**
 * Encodes one frame of Docker's multiplexed stream: the stream's number, three zero bytes, the length as a 32-bit big-endian
 * number, the bytes. Source: Docker Engine API, "Attach to a container", stream format.
 */
export function logFrame(chunk: LogChunk): Buffer {
  const header = Buffer.alloc(8);
  header[0] = chunk.stream === "stdout" ? 1 : 2;
  header.writeUInt32BE(chunk.bytes.length, 4);
  return Buffer.concat([header, chunk.bytes]);
}

const newline = 10;

/** Returns the last `lines` lines. An unterminated last line counts as a line. */
export function lastLines(chunks: readonly LogChunk[], lines: number): LogChunk[] {
  const tail: LogChunk[] = [];
  let left = lines;
  for (let index = chunks.length - 1; index >= 0 && left > 0; index -= 1) {
    const chunk = chunks[index] as LogChunk;
    // The newline at the very end does not start another line.
    let end = chunk.bytes.length - (tail.length === 0 && chunk.bytes.at(-1) === newline ? 1 : 0);
    let start = 0;
    while (left > 0) {
      const at = chunk.bytes.lastIndexOf(newline, end - 1);
      if (end <= 0 || at < 0) break;
      left -= 1;
      end = at;
      if (left === 0) start = at + 1;
    }
    tail.unshift({ stream: chunk.stream, bytes: chunk.bytes.subarray(start) });
  }
  return tail;
}
