/**
 * Builds the documents with which the rating model is trained: `node bin/rating-documents.ts REPOSITORIES OUTPUT`. The first folder
 * has a Git repository OWNER+NAME for each one that models/sentence-ratings/training/passages.tsv names; OUTPUT is a file of JSON lines,
 * for training/train.py. The texts of the talks are not part of the project, only the ratings.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withoutNoises } from "../core/clips/noise-entries.ts";
import { sentencesToRate, sentenceTexts } from "../core/clips/sentences-to-rate.ts";
import { analyzeSpeech } from "../core/clips/speech-analysis.ts";
import { themeOf, titlesIn } from "../core/clips/theme.ts";
import { readTalk } from "./bench-clips/read-talk.ts";
import { spokenSubtitles } from "./rating-documents/subtitles.ts";

const [repositories, output] = process.argv.slice(2);
if (repositories === undefined || output === undefined)
  throw new Error("Give the folder of the repositories, and the file of the documents.");
const folder = join(import.meta.dirname, "../models/sentence-ratings/training");

const rowsOf = (name: string): string[][] =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));

const digitsOf = (text: string): number[] => [...text].map(Number);

/** Titles are identified by a hash, since they are words of the talk. */
const hashOf = (title: string): string => createHash("sha256").update(title).digest("hex").slice(0, 8);

const fileIn = (repository: string, commit: string, path: string): string =>
  execFileSync("git", ["-C", join(repositories, repository.replace("/", "+")), "show", `${commit}:${path}`], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });

const clips = Map.groupBy(rowsOf("titles.tsv"), ([passage = ""]) => passage);
const documents: object[] = [];
for (const row of rowsOf("passages.tsv")) {
  const [name = "", language = "", repository = "", commit = "", path = "", first = "", group = ""] = row;
  const ratings = (row[7] ?? "").split(" ").map(digitsOf);
  const talk = readTalk(spokenSubtitles(path, fileIn(repository, commit, path), language), language);
  const transcript = withoutNoises(talk.transcript);
  const speech = analyzeSpeech(transcript, language, talk.seconds);
  const source = { speech, transcript, isAllowed: () => true };
  const ranges = sentencesToRate(speech, transcript);
  const sentences = sentenceTexts(speech, transcript, ranges).slice(Number(first));
  documents.push({ name, group, sentences: sentences.slice(0, ratings.length), ratings });
  for (const [, titleGroup = "", from = "", to = "", rated = ""] of clips.get(name) ?? []) {
    const inside = ranges.slice(Number(first) + Number(from), Number(first) + Number(to));
    const clip = { from: inside[0]?.from ?? 0, to: inside.at(-1)?.to ?? 0, startFrame: 0, endFrame: 1 };
    const texts = new Map(
      [themeOf(source, clip), ...titlesIn(source, clip).map(({ text }) => text)].map((text) => [
        hashOf(text),
        text,
      ]),
    );
    const titles = rated.split(" ").flatMap((one) => {
      const [hash = "", rating] = one.split(":");
      const text = texts.get(hash);
      return text === undefined ? [] : [{ text, rating: Number(rating) }];
    });
    documents.push({
      ...{ name, group: titleGroup, clip: sentences.slice(Number(from), Number(to)) },
      ...{ sentences: titles.map(({ text }) => text), ratings: titles.map(({ rating }) => rating) },
    });
  }
}
writeFileSync(output, documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
