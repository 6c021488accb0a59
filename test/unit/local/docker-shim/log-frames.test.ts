import { expect, test } from "@jest/globals";
import { type LogChunk, lastLines, logFrame } from "../../../../local/docker-shim/log-frames.ts";

test("logFrame encodes the stream's number, the length and the bytes", () => {
  const frame = logFrame({ stream: "stderr", bytes: Buffer.from("é\n") });
  expect([...frame]).toEqual([2, 0, 0, 0, 0, 0, 0, 3, 0xc3, 0xa9, 0x0a]);
  expect(logFrame({ stream: "stdout", bytes: Buffer.alloc(0) })[0]).toBe(1);
});

test.each([
  [1, "three"],
  [2, "two|three"],
  [3, "one|two|three"],
  [9, "one|two|three"],
  [0, ""],
])("lastLines returns the last %i lines", (lines, expected) => {
  for (const text of ["one\ntwo\nthree\n", "one\ntwo\nthree"]) {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const chunks: LogChunk[] = [text.slice(0, cut), text.slice(cut)]
        .filter((part) => part !== "")
        .map((part) => ({ stream: "stdout", bytes: Buffer.from(part) }));
      const tail = Buffer.concat(lastLines(chunks, lines).map(({ bytes }) => bytes)).toString();
      expect(tail.trimEnd().split("\n").join("|")).toBe(expected);
    }
  }
});
