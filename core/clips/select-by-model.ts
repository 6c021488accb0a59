import type { LanguageModel } from "../language-model.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { FrameGrid } from "./candidates.ts";
import type { ClipChoiceDeps, FoundCandidates } from "./choose-clips.ts";
import { clipPrompt, type ModelOpinion, parseClipResponse, shortlist } from "./model-selection.ts";
import { proposePassages } from "./read-talk.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { textBetween } from "./spoken-text.ts";

const none: ModelOpinion = { selections: [], rejected: [] };

/**
 * Sends the talk to a language model, which then chooses among its own proposals and the best candidates. Without a model, or when
 * it fails, which is reported, scores decide.
 */
export const selectByModel = async (
  found: FoundCandidates,
  speech: SpeechAnalysis,
  transcript: Transcript,
  max: number,
  grid: FrameGrid,
  { model, reportFailure, now }: ClipChoiceDeps,
): Promise<ModelOpinion> => {
  if (model === null) return none;
  try {
    const opinion = await opinionOf(model, found, { speech, transcript, grid, now }, max);
    if (opinion.selections.length + opinion.rejected.length === 0)
      reportFailure(model.name, new Error("The response names no clip"));
    return opinion;
  } catch (error) {
    reportFailure(model.name, error);
    return none;
  }
};

interface Talk {
  speech: SpeechAnalysis;
  transcript: Transcript;
  grid: FrameGrid;
  now: () => Date;
}

const opinionOf = async (
  model: LanguageModel,
  found: FoundCandidates,
  { speech, transcript, grid, now }: Talk,
  max: number,
): Promise<ModelOpinion> => {
  const textOf = (from: number, to: number): string => textBetween(speech, transcript, from, to);
  const { proposals, summary } = await proposePassages(found, speech, grid, { model, textOf, now });
  const options = shortlist(proposals, found.candidates).map((candidate) => ({
    candidate,
    text: textOf(candidate.from, candidate.to),
  }));
  const prompt = clipPrompt(options, { max, summary }, speech.language, grid);
  return parseClipResponse(await model.generate(prompt), options, max, speech.language);
};
