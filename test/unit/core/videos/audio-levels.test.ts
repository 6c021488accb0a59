import { describe, expect, test } from "@jest/globals";
import {
  type AudioLevels,
  createLevelMeter,
  isCopy,
  isRepeated,
  isVersion,
  samplesPerFrame,
} from "../../../../core/videos/audio-levels.ts";

/** Turns of speech in seconds, by a fixed pseudorandom sequence. */
const turns = (seconds: number, seed: number): [start: number, end: number, speaker: number][] => {
  let state = seed;
  const next = (least: number, most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return least + (state / 2 ** 31) * (most - least);
  };
  const found: [number, number, number][] = [];
  for (let at = next(0, 2); at < seconds; ) {
    const end = at + next(1, 5);
    found.push([at, end, next(0, 1) < 0.5 ? 0 : 1]);
    at = end + next(0.4, 1.5);
  }
  return found;
};

const loud = 4e6;
const quiet = 400;

/** Levels of a track that is loud in the given spans. */
const track = (seconds: number, spans: readonly (readonly number[])[], floor = quiet): AudioLevels => ({
  isSilent: false,
  frames: [],
  steps: Array.from({ length: seconds * 10 }, (_, step) =>
    spans.some(([start = 0, end = 0]) => step / 10 >= start && step / 10 < end) ? loud : floor,
  ),
});

describe("a copy of a track", () => {
  const levels = (seconds: number, seed: number, changeAt = seconds): AudioLevels => {
    const spans = [
      ...turns(changeAt, seed),
      ...turns(seconds, seed + 1).filter(([start]) => start > changeAt),
    ];
    const { steps } = track(seconds, spans);
    return {
      isSilent: false,
      steps,
      frames: steps.slice(0, 300).flatMap((step) => Array(10).fill(Math.sqrt(step))),
    };
  };

  test("has its content to the end, at whatever level", () => {
    const quieter = ({ steps, frames }: AudioLevels): AudioLevels => ({
      isSilent: false,
      steps: steps.map((step) => step / 4),
      frames: frames.map((level) => level / 2),
    });
    expect(isCopy(levels(60, 7), levels(60, 7))).toBe(true);
    expect(isCopy(levels(60, 7), quieter(levels(60, 7)))).toBe(true);
  });

  test("is not a track that only starts the same, or ends earlier", () => {
    expect(isRepeated(levels(60, 7), levels(60, 7, 35))).toBe(true);
    expect(isCopy(levels(60, 7), levels(60, 7, 35))).toBe(false);
    expect(isCopy(levels(60, 7), { ...levels(60, 7), steps: levels(60, 7).steps.slice(0, 500) })).toBe(false);
  });
});

describe("a version of a program", () => {
  const original = turns(60, 7);

  test("is a dubbed track, whose phrases begin and end a little differently", () => {
    const dubbed = original.map(([start, end], at) => [start + 0.1 * (at % 3), end + 0.2 * ((at % 4) - 1)]);
    expect(isVersion(track(60, original), track(60, dubbed))).toBe(true);
  });

  test("is one speaker of a mix of two", () => {
    const speaker = original.filter(([, , who]) => who === 0);
    expect(isVersion(track(60, original), track(60, speaker))).toBe(true);
  });

  test("is a second track that speaks without a pause for a minute along with the first", () => {
    const [one, other] = [
      track(60, [
        [0, 30],
        [31, 60],
      ]),
      track(60, [
        [1, 44],
        [45, 60],
      ]),
    ];
    expect(isVersion(one, other)).toBe(true);
    expect(isVersion(track(20, [[0, 20]]), track(20, [[0, 20]]))).toBe(false);
  });
});

describe("a separate source", () => {
  const conversation = turns(60, 11);
  const speaker = (who: number): number[][] => conversation.filter(([, , one]) => one === who);

  test("is the other speaker of a conversation", () => {
    expect(isVersion(track(60, speaker(0)), track(60, speaker(1)))).toBe(false);
  });

  test("is the other speaker when each microphone also records the other voice, 18 dB weaker", () => {
    const withCrosstalk = (who: number): AudioLevels => {
      const [own, other] = [track(60, speaker(who)), track(60, speaker(1 - who))];
      return { ...own, steps: own.steps.map((level, at) => Math.max(level, (other.steps[at] ?? 0) / 63)) };
    };
    expect(isVersion(withCrosstalk(0), withCrosstalk(1))).toBe(false);
  });

  test.each([1, 2, 3, 4, 5])("is a microphone without relation to the first track (%d)", (seed) => {
    expect(isVersion(track(60, turns(60, seed)), track(60, turns(60, seed + 100)))).toBe(false);
  });

  test("is a voice over audio that never pauses", () => {
    expect(isVersion(track(60, [[0, 60]]), track(60, conversation))).toBe(false);
  });

  test("is assumed of files shorter than 8 s", () => {
    expect(isVersion(track(7, [[1, 3]]), track(7, [[1, 3]]))).toBe(false);
  });
});

describe("the levels of a track", () => {
  const measure = (sample: (frame: number, at: number) => number, frames = 120): AudioLevels => {
    const meter = createLevelMeter();
    for (let frame = 0; frame < frames; frame++) {
      meter.push(Float32Array.from({ length: samplesPerFrame }, (_, at) => sample(frame, at)));
    }
    return meter.levels();
  };
  const syllables =
    (gain: number, step = 7) =>
    (frame: number, at: number) =>
      gain * ((frame * step) % 31) * Math.sin(at / 9);

  test("repeat those of the same content at another gain, and no others", () => {
    expect(isRepeated(measure(syllables(100)), measure(syllables(40)))).toBe(true);
    expect(isRepeated(measure(syllables(100)), measure(syllables(100, 11)))).toBe(false);
    expect(
      isRepeated(
        measure(() => 0),
        measure(() => 0),
      ),
    ).toBe(false);
  });

  test("are silent below -60 dBFS", () => {
    expect(measure(() => 31).isSilent).toBe(true);
    expect(measure(() => 33).isSilent).toBe(false);
  });

  test("hold 10 ms and 100 ms", () => {
    const { frames, steps } = measure(() => 50, 25);
    expect(frames).toEqual(Array(25).fill(50));
    expect(steps).toEqual([2500, 2500]);
  });
});
