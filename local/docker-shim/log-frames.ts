export type LogStream = "stdout" | "stderr";

export interface LogPiece {
  stream: LogStream;
  bytes: Buffer;
}

/**
 * One frame of Docker's multiplexed stream: the stream's number, three zero bytes, the length as a 32-bit big-endian
 * number, the bytes. Source: Docker Engine API, "Attach to a container", stream format.
 */
export function logFrame(piece: LogPiece): Buffer {
  const header = Buffer.alloc(8);
  header[0] = piece.stream === "stdout" ? 1 : 2;
  header.writeUInt32BE(piece.bytes.length, 4);
  return Buffer.concat([header, piece.bytes]);
}

const newline = 10;

/** The pieces from the last `lines` lines on. A last line without its newline counts as a line. */
export function tailOf(pieces: readonly LogPiece[], lines: number): LogPiece[] {
  const tail: LogPiece[] = [];
  let left = lines;
  for (let index = pieces.length - 1; index >= 0 && left > 0; index -= 1) {
    const piece = pieces[index] as LogPiece;
    // The newline that ends the very last line does not begin another.
    let end = piece.bytes.length - (tail.length === 0 && piece.bytes.at(-1) === newline ? 1 : 0);
    let start = 0;
    while (left > 0) {
      const at = piece.bytes.lastIndexOf(newline, end - 1);
      if (end <= 0 || at < 0) break;
      left -= 1;
      end = at;
      if (left === 0) start = at + 1;
    }
    tail.unshift({ stream: piece.stream, bytes: piece.bytes.subarray(start) });
  }
  return tail;
}
