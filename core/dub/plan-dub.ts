import { dubGainDb, plausibleLevels } from "./dub-gain.ts";
import type { DubJob, DubPlan, Spoken } from "./dub-job.ts";
import { fitSentences, type SpokenSentence, sentencesToShorten } from "./fit-sentences.ts";

/**
 * Plans times, tempi and gains of spoken sentences.
 *
 * @param job whose texts were spoken: its versions are those of the clips
 *
 * Throws Error unless each sentence of the job was spoken.
 */
export const planDub = (job: DubJob, spoken: Spoken): DubPlan => {
  const { sentences } = spoken;
  const originals = plausibleLevels(sentences.map(({ originalLoudnessDb }) => originalLoudnessDb));
  const spans = spokenSpans(job, spoken);
  const placements = fitSentences(spans, job.mediaSeconds);
  const tooLong = new Set(sentencesToShorten(spans, placements).map(({ index }) => index));
  const clips = sentences.flatMap((sentence, index) => {
    const placement = placements[index];
    if (placement === undefined) return [];
    const { startSeconds, endSeconds, tempo } = placement;
    const gainDb = dubGainDb({ loudnessDb: originals[index] ?? sentence.loudnessDb }, sentence);
    const version = job.sentences[index]?.version === 1 ? { version: 1 as const } : {};
    return [{ index, ...version, startSeconds, endSeconds, tempo, gainDb, isTooLong: tooLong.has(index) }];
  });
  return { clips };
};

/** Returns the originals' spans with the durations of their new speech. Throws Error unless each sentence was spoken. */
export const spokenSpans = (job: DubJob, { sentences }: Spoken): SpokenSentence[] => {
  if (sentences.length !== job.sentences.length)
    throw new Error(`${sentences.length} of ${job.sentences.length} sentences were spoken`);
  return job.sentences.map(({ startSeconds, endSeconds }, index) => ({
    startSeconds,
    endSeconds,
    spokenSeconds: sentences[index]?.seconds ?? 0,
  }));
};
