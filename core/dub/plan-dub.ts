import { dubGainDb, plausibleLevels } from "./dub-gain.ts";
import type { DubJob, DubPlan, Spoken } from "./dub-job.ts";
import { fitSentences, sentencesToShorten } from "./fit-sentences.ts";

/** Plans times, tempi and gains of spoken sentences. Throws Error unless each sentence of the job was spoken. */
export const planDub = (job: DubJob, { sentences }: Spoken): DubPlan => {
  if (sentences.length !== job.sentences.length)
    throw new Error(`${sentences.length} of ${job.sentences.length} sentences were spoken`);
  const originals = plausibleLevels(sentences.map(({ originalLoudnessDb }) => originalLoudnessDb));
  const spans = job.sentences.map(({ startSeconds, endSeconds }, index) => ({
    startSeconds,
    endSeconds,
    spokenSeconds: sentences[index]?.seconds ?? 0,
  }));
  const placements = fitSentences(spans, job.mediaSeconds);
  const tooLong = new Set(sentencesToShorten(spans, placements).map(({ index }) => index));
  const clips = sentences.flatMap((sentence, index) => {
    const placement = placements[index];
    if (placement === undefined) return [];
    const { startSeconds, endSeconds, tempo } = placement;
    const gainDb = dubGainDb({ loudnessDb: originals[index] ?? sentence.loudnessDb }, sentence);
    return [{ index, startSeconds, endSeconds, tempo, gainDb, isTooLong: tooLong.has(index) }];
  });
  return { clips };
};
