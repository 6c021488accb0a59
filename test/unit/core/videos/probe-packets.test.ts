import { describe, expect, test } from "@jest/globals";
import { createPacketReader, type StreamPackets } from "../../../../core/videos/probe-packets.ts";

// Output of ffprobe 5.1 for an edited file: a hidden priming packet with side data (followed by an empty line),
// B-frames out of order, a packet without a time, a cover frame.
const output = `2,N/A,N/A,K_
1,-1024,1024,KD,

0,0,512,K_
0,2048,512,__
0,1024,512,__
0,512,512,__
1,0,1024,K_
1,N/A,1024,K_
1,2048,900,K_
0,1536,512,__`;

const readInPieces = (size: number) => {
  const reader = createPacketReader(new Set([0]));
  for (let at = 0; at < output.length; at += size) reader.read(output.slice(at, at + size));
  return reader.finish();
};

describe("packets as ffprobe lists them", () => {
  test.each([1, 5, 1000])("are read in chunks of %i characters", (size) => {
    const packets = readInPieces(size);
    expect([...(packets.get(0)?.times ?? [])]).toEqual([0, 512, 1024, 1536, 2048]);
    expect(packets.get(0)).toMatchObject({ count: 5, firstTime: 0, lastTime: 2048, lastDuration: 512 });
    expect(packets.get(1)).toMatchObject({ count: 3, firstTime: 0, lastTime: 2048, lastDuration: 900 });
    expect(packets.get(1)?.times).toHaveLength(0);
    expect(packets.get(2)).toMatchObject({ count: 1 });
  });

  test("packets that an edit list hides are identified by their position", () => {
    const hidden = (flags: string): StreamPackets | undefined => {
      const reader = createPacketReader(new Set());
      reader.read([...flags].map((flag, index) => `0,${index * 1024},1024,K${flag}\n`).join(""));
      return reader.finish().get(0);
    };
    expect(hidden("DD___DD")).toMatchObject({ hidesBetween: false, hidesStart: true, firstDuration: 1024 });
    expect(hidden("D__D__")).toMatchObject({ hidesBetween: true, hidesStart: true });
    expect(hidden("__D__D")).toMatchObject({ hidesBetween: true, hidesStart: false });
    expect(hidden("DDD")).toBeUndefined();
  });

  test("an excessive number of frames is rejected before memory is exhausted", () => {
    const reader = createPacketReader(new Set([0]), 5000);
    const readAll = () => reader.read("0,1,1,K_\n".repeat(5001));
    expect(readAll).toThrow(expect.objectContaining({ name: "MediaTooLarge" }));
  });
});
