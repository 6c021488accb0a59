import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { composeTranscript } from "../../../../core/transcript/compose.ts";
import { type Recognition, recognitionSchema } from "../../../../core/transcript/recognition.ts";
import { mediaPath, recognize, runRecognizer } from "./python.ts";
import { wordErrorRate } from "./word-errors.ts";

const minutes = 60_000;

const textOf = ({ words }: Recognition): string =>
  words.map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text)).join("");

const jfk =
  "And so my fellow Americans ask not what your country can do for you ask what you can do for your country";

/** Reference texts: test/media/SOURCES.tsv. Bounds are what the base model reaches, with a word to spare. */
const spoken: readonly [file: string, language: string, reference: string, bound: number][] = [
  ["speech/jfk.flac", "en", jfk, 0.05],
  ["video/sy_base.mp4", "en", jfk, 0.05],
  ["video/sy_right_only.mp4", "en", jfk, 0.05],
  ["video/sy_51_center.mp4", "en", jfk, 0.05],
  [
    "audio/ae_new-commentary.mp3",
    "en",
    "Hello this is my new commentary for this video It should cut based on my volume not the video's",
    0.1,
  ],
  [
    "speech/fleurs-es-000.ogg",
    "es",
    "se recomienda enfáticamente a los viajeros que se informen sobre cualquier riesgo de clima extremo en el área que visitan dado que ello puede afectar sus planes de viaje",
    0.15,
  ],
  [
    "speech/fleurs-fr-000.ogg",
    "fr",
    "l'accident a eu lieu en terrain montagneux et il semblerait que cela ait été causé par un incendie malveillant",
    0.35,
  ],
  [
    "speech/fleurs-de-000.ogg",
    "de",
    "für die besten aussichten auf hongkong sollten sie die insel verlassen und zum gegenüberliegenden ufer von kowloon fahren",
    0.3,
  ],
];

/** Without speech: silence, noise, music, animals, a clip too short to hold a word, and a video without audio. */
const unspoken = [
  "speech/pv_empty.wav",
  "audio/sb_noise.wav",
  "audio/ax_bear.opus",
  "audio/ax_bbb_1ch_8kHz_aac_lc.m4a",
  "video/ax_silent-black-10s.mp4",
  "video/sy_0.4s.mp4",
  "video/sy_noaudio.mp4",
  "video/my_video_with_failing_audio.mp4",
];

describe("recognition", () => {
  let recognitions: Map<string, Recognition>;
  const of = (file: string): Recognition =>
    recognitions.get(file) ?? { language: null, languageConfidence: null, engine: "", words: [] };

  beforeAll(async () => {
    recognitions = await recognize([...spoken.map(([file]) => file), ...unspoken]);
  }, 5 * minutes);

  test.each(spoken)(
    "%s is recognized in language %s with the right words",
    (file, language, reference, bound) => {
      expect(of(file).language).toBe(language);
      expect(wordErrorRate(reference, textOf(of(file)))).toBeLessThanOrEqual(bound);
    },
  );

  test.each(unspoken)("%s has no words", (file) => {
    expect(of(file)).toMatchObject({ language: null, words: [] });
  });

  test("word times are in order, do not overlap, and are not empty", () => {
    for (const { words } of recognitions.values()) {
      let end = 0;
      for (const word of words) {
        expect(word.startSeconds).toBeGreaterThanOrEqual(end);
        expect(word.endSeconds).toBeGreaterThan(word.startSeconds);
        end = word.endSeconds;
      }
    }
  });

  /** Seconds at which audio of words starts and ends, read off the waveform. `index`: of the word in the sentence. */
  const starts: readonly [index: number, seconds: number][] = [
    [0, 0.32],
    [5, 3.28],
    [6, 4.02],
    [7, 5.42],
    [14, 8.18],
  ];
  const ends: readonly [index: number, seconds: number][] = [
    [4, 2.1],
    [13, 7.5],
    [21, 10.34],
  ];

  test.each(["speech/jfk.flac", "video/sy_base.mp4"])("words of %s start and end with the audio", (file) => {
    const { words } = of(file);
    for (const [index, seconds] of starts)
      expect(Math.abs((words[index]?.startSeconds ?? 0) - seconds)).toBeLessThan(0.1);
    for (const [index, seconds] of ends)
      expect(Math.abs((words[index]?.endSeconds ?? 0) - seconds)).toBeLessThan(0.1);
  });

  test("the last word ends with the audio", () => {
    expect(of("speech/jfk.flac").words.at(-1)?.endSeconds).toBeGreaterThanOrEqual(10.34 - 0.05);
  });

  test("a recognition becomes a transcript with separate punctuation", () => {
    const transcript = composeTranscript(of("speech/jfk.flac"), 11);
    expect(transcript.filter((entry) => entry.type === "word")).toHaveLength(22);
    expect(transcript.filter((entry) => entry.type === "punctuation").map((entry) => entry.text)).toEqual([
      ",",
      ",",
      ".",
    ]);
  });
});

describe("recognition of several speakers in one file", () => {
  const folder = mkdtempSync(join(tmpdir(), "voices-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const inMono = (files: readonly string[], levels: readonly number[] = []): string =>
    files
      .map((_, i) => `[${i}:a]aresample=16000,aformat=channel_layouts=mono,volume=${levels[i] ?? 0}dB[a${i}]`)
      .join(";");
  const inputs = (files: readonly string[]): string => files.map((_, i) => `[a${i}]`).join("");
  const inTurns = (files: readonly string[], levels?: readonly number[]): string =>
    `${inMono(files, levels)};${inputs(files)}concat=n=${files.length}:v=0:a=1`;
  const onTwoChannels = (files: readonly string[]): string =>
    `${inMono(files).replaceAll("[a", ",apad=whole_dur=12[a")};${inputs(files)}join=inputs=2:channel_layout=stereo`;

  /** Recognizes test media that an ffmpeg filter combines. */
  const recognizeCombined = async (files: readonly string[], filter: string): Promise<Recognition> => {
    const joined = join(folder, "joined.wav");
    const sources = files.flatMap((file) => ["-i", mediaPath(file)]);
    execFileSync("ffmpeg", ["-v", "error", "-y", ...sources, "-filter_complex", filter, joined]);
    const { stdout } = await runRecognizer([joined]);
    return recognitionSchema.parse(JSON.parse(stdout));
  };

  test.each([
    [
      ["speech/pv_en.wav", "speech/fleurs-es-000.ogg"],
      [/apostle of the middle/i, /recomienda/i],
    ],
    [
      ["speech/fleurs-de-000.ogg", "speech/jfk.flac", "speech/fleurs-es-000.ogg"],
      [/Insel verlassen/, /ask what you can do/i, /recomienda/i],
    ],
  ] as const)(
    "%j are recognized each in its own language",
    async (files, expected) => {
      const text = textOf(await recognizeCombined(files, inTurns(files)));
      for (const words of expected) expect(text).toMatch(words);
    },
    2 * minutes,
  );

  test(
    "a speaker 28 dB below the others is recognized",
    async () => {
      const files = ["speech/jfk.flac", "speech/pv_en.wav", "speech/jfk.flac"];
      const text = textOf(await recognizeCombined(files, inTurns(files, [0, -28, 0])));
      expect(
        wordErrorRate(
          `${jfk} Mr. Quilter is the apostle of the middle classes and we are glad to welcome his gospel ${jfk}`,
          text,
        ),
      ).toBeLessThanOrEqual(0.1);
    },
    2 * minutes,
  );

  test(
    "two simultaneous speakers on two channels are both recognized, phrase by phrase",
    async () => {
      const files = ["speech/jfk.flac", "speech/pv_en.wav"];
      const recognition = await recognizeCombined(files, onTwoChannels(files));
      const { words } = recognition;
      const text = textOf(recognition);
      expect(text).toMatch(/ask what you can do for your country/i);
      expect(text).toMatch(/apostle of the middle classes/i);
      expect(words).toHaveLength(22 + 17);
      for (const [index, word] of words.entries()) {
        expect(word.startSeconds).toBeGreaterThanOrEqual(words[index - 1]?.endSeconds ?? 0);
      }
    },
    2 * minutes,
  );
});

describe("recognition of files that are not media", () => {
  test.each([
    ["video/sy_text.mp4", "could not be read as media"],
    ["video/sy_trunc_nomoov.mp4", "could not be read as media"],
    // A script that names other files is not followed.
    ["video/sy_concat_lfi.mp4", "could not be read as media"],
  ])("%s fails with a sentence", async (file, sentence) => {
    await expect(runRecognizer([mediaPath(file)])).rejects.toMatchObject({
      code: 1,
      stdout: "null\n",
      stderr: expect.stringContaining(sentence),
    });
  });
});
