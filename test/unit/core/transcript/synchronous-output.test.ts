import { describe, expect, test } from "@jest/globals";
import { outputOfJob, synchronousOutputSchema } from "../../../../core/transcript/synchronous-output.ts";
import { recognitionFromTranscribe } from "../../../../core/transcript/transcribe-output.ts";

type Item = [content: string, start?: number, end?: number];

const read = (items: readonly Item[], transcript: string, language: string) => {
  const response = {
    TranscriptResponse: {
      Metadata: { MediaFormat: "flac", MediaSampleRateHertz: 16_000 },
      Results: {
        Transcript: transcript,
        Items: items.map(([Content, StartTime, EndTime], Id) => ({ Id, Content, StartTime, EndTime })),
      },
    },
  };
  return recognitionFromTranscribe(outputOfJob(synchronousOutputSchema.parse(response)), language);
};
const texts = (items: readonly Item[], transcript: string, language: string) =>
  read(items, transcript, language).words.map(({ text, spaceBefore }) => `${spaceBefore ? " " : ""}${text}`);

describe("the response of TranscribeAudio", () => {
  test("is read as the output of a job, with words that count as certain", () => {
    const items: Item[] = [["Ask", 0, 0.4], [","], ["not", 0.5, 0.81], ["."]];
    expect(read(items, "Ask, not.", "en")).toEqual({
      language: "en",
      languageConfidence: 1,
      engine: "transcribe",
      words: [
        { text: "Ask,", spaceBefore: false, startSeconds: 0, endSeconds: 0.4, confidence: 1 },
        { text: "not.", spaceBefore: true, startSeconds: 0.5, endSeconds: 0.81, confidence: 1 },
      ],
    });
  });

  test("may give times of punctuation, which has none in transcripts", () => {
    const [, word] = read(
      [
        ["No", 0.1, 0.3],
        [".", 0.3, 0.35],
        ["Yes", 0.5, 0.6],
        ["!", 0.6, 0.6],
      ],
      "No. Yes!",
      "en",
    ).words;
    expect(word).toMatchObject({ text: "Yes!", startSeconds: 0.5, endSeconds: 0.6 });
  });

  test("has signs that are spoken", () => {
    const items: Item[] = [
      ["R", 0, 0.2],
      ["&", 0.2, 0.4],
      ["D", 0.4, 0.6],
      ["costs", 0.7, 1],
      ["$3.50", 1, 2],
      ["."],
    ];
    expect(texts(items, "R & D costs $3.50.", "en")).toEqual(["R", " &", " D", " costs", " $3.50."]);
  });

  test("has marks that open a sentence", () => {
    expect(texts([["¿"], ["Qué", 0, 0.2], ["tal", 0.3, 0.5], ["?"]], "¿Qué tal?", "es")).toEqual([
      "¿Qué",
      " tal?",
    ]);
  });

  test("separates the words of Japanese by spaces, which are not written", () => {
    const items: Item[] = [
      ["本日", 0.06, 0.5],
      ["の", 0.5, 0.6],
      ["会議", 0.6, 1],
      ["。"],
      ["iPhone", 1.2, 1.5],
      ["15", 1.5, 2],
    ];
    expect(texts(items, "本日 の 会議 。 iPhone 15", "ja")).toEqual([
      "本日",
      "の",
      "会議。",
      "iPhone",
      " 15",
    ]);
  });

  test.each([[{}], [{ Transcript: "", Items: [] }]])("without speech has no words: %j", (Results) => {
    const output = synchronousOutputSchema.parse({ TranscriptResponse: { Results } });
    expect(recognitionFromTranscribe(outputOfJob(output), "en")).toMatchObject({ language: null, words: [] });
  });

  test.each([
    [{}],
    [{ TranscriptResponse: {} }],
    [{ OutputConfiguration: { OutputMediaFileUri: "s3://b/k" } }],
  ])("without a transcript is rejected: %j", (response) => {
    expect(synchronousOutputSchema.safeParse(response).success).toBe(false);
  });
});
