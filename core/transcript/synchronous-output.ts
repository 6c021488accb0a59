import * as z from "zod";
import type { TranscribeOutput } from "./transcribe-output.ts";

/** Items have no type and no confidence. */
const itemSchema = z.object({
  Content: z.string().default(""),
  StartTime: z.number().optional(),
  EndTime: z.number().optional(),
  /** A locale. */
  LanguageCode: z.string().optional(),
});
type SynchronousItem = z.infer<typeof itemSchema>;

/** The used part of the response of TranscribeAudio. Source: `TranscribeAudioResponse` of botocore 1.44.8. */
export const synchronousOutputSchema = z.object({
  TranscriptResponse: z.object({
    Results: z.object({ Transcript: z.string().default(""), Items: z.array(itemSchema).default([]) }),
  }),
});

/** Every word counts as certain, because the operation reports no confidence and transcripts have one. */
const assumedConfidence = 1;

/** Only marks, which are not spoken. Signs such as "&" and "%" are words that the service has written as signs. */
const marks = /^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pd}.,;:!?¿¡…"'。、，；：！？·]+$/u;

const convertItem = ({ Content, StartTime, EndTime, LanguageCode }: SynchronousItem) => ({
  language_code: LanguageCode,
  alternatives: [{ content: Content, confidence: assumedConfidence }],
  ...(marks.test(Content.trim())
    ? { type: "punctuation" as const }
    : { type: "pronunciation" as const, start_time: StartTime, end_time: EndTime }),
});

/** Converts the response of TranscribeAudio to the output of a job, which `recognitionFromTranscribe` reads. */
export const outputOfJob = ({
  TranscriptResponse: { Results },
}: z.infer<typeof synchronousOutputSchema>): TranscribeOutput => ({
  results: { transcripts: [{ transcript: Results.Transcript }], items: Results.Items.map(convertItem) },
});
