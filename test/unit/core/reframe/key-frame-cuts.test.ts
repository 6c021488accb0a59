import { describe, expect, test } from "@jest/globals";
import { cutsAtKeyFrames } from "../../../../core/reframe/key-frame-cuts.ts";

/** Key frames every 60 frames from the last one, and at these frames, each with the change at it. */
const keyFramesOf = (
  changesAt: Readonly<Record<number, number>>,
  frames = 900,
): [changes: number[], keyFrames: number[]] => {
  const changes = new Array<number>(frames).fill(0);
  const keyFrames = [0];
  for (let frame = 1; frame < frames; frame += 1) {
    if (frame - (keyFrames.at(-1) ?? 0) < 60 && !(frame in changesAt)) continue;
    keyFrames.push(frame);
    changes[frame] = changesAt[frame] ?? 2;
  }
  return [changes, keyFrames];
};

describe("cutsAtKeyFrames", () => {
  test("finds the shots for which an encoder began a key frame early", () => {
    const [changes, keyFrames] = keyFramesOf({ 95: 40, 170: 25, 430: 60 });
    expect([...cutsAtKeyFrames(changes, keyFrames)]).toEqual([95, 170, 430]);
  });

  test("finds those of an encoder that keeps to the regular times", () => {
    const [changes, keyFrames] = keyFramesOf({ 95: 40, 120: 2, 170: 25, 180: 2, 430: 60, 480: 2 });
    expect([...cutsAtKeyFrames(changes, keyFrames)]).toEqual([95, 170, 430]);
  });

  test("finds none at regular key frames, before which there may be a cut", () => {
    const [changes, keyFrames] = keyFramesOf({ 120: 40, 300: 50 });
    expect(cutsAtKeyFrames(changes, keyFrames).size).toBe(0);
  });

  test("tolerates distances that differ by the conversion of a rate", () => {
    const [changes, keyFrames] = keyFramesOf({ 119: 40, 178: 2, 238: 2 });
    expect(cutsAtKeyFrames(changes, keyFrames).size).toBe(0);
  });

  test("finds none where key frames are irregular without cuts, such as at the borders of files", () => {
    const [changes, keyFrames] = keyFramesOf({ 80: 2, 170: 2, 260: 40, 350: 2 });
    expect(cutsAtKeyFrames(changes, keyFrames).size).toBe(0);
  });

  test("does not take the start of the survey for a key frame", () => {
    const [changes, keyFrames] = keyFramesOf({ 20: 40 });
    expect(cutsAtKeyFrames(changes, keyFrames).size).toBe(0);
  });
});
