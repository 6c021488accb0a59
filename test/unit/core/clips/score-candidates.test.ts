import { expect, test } from "@jest/globals";
import type { Candidate } from "../../../../core/clips/candidates.ts";
import {
  createScoring,
  maxEnds,
  maxScored,
  scoreCandidates,
} from "../../../../core/clips/score-candidates.ts";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const { transcript, seconds } = spokenTranscript(lighthouses, "en");
const speech = analyzeSpeech(transcript, "en", seconds);
const scoring = createScoring(speech, { fps: { num: 30, den: 1 }, frameCount: Math.floor(seconds * 30) }, []);

/** Yields the given numbers of starts and of ends for each, one start after the other. */
function* candidates(starts: number, ends: number): Generator<Candidate[]> {
  for (let start = 0; start < starts; start += 1)
    yield Array.from({ length: ends }, (_, end) => {
      const from = start % 200;
      const to = from + 20 + (end % 100);
      return { from, to, startFrame: start * 10, endFrame: start * 10 + 300 + end };
    });
}

test("scoreCandidates keeps every candidate of a short video", () => {
  expect(scoreCandidates(speech, scoring, candidates(100, 40))).toHaveLength(4000);
});

test("scoreCandidates keeps a few ends per start when there are too many candidates", () => {
  const kept = scoreCandidates(speech, scoring, candidates(2000, 60));
  expect(kept.length).toBeLessThanOrEqual(maxEnds * 2000);
  expect(kept.length).toBeLessThan(maxScored);
  expect(new Set(kept.map(({ startFrame }) => startFrame)).size).toBe(2000);
});

test("scoreCandidates sorts by score", () => {
  const scores = scoreCandidates(speech, scoring, candidates(50, 20)).map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});
