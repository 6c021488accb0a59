import { mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { seededRandom } from "../../core/seeded-random.ts";
import { importFile, lengthContradiction, type Outcome, renderFile } from "./examine.ts";
import { type LimitedProcess, openProcess } from "./limited-process.ts";
import { type Mutant, mutateBoxes } from "./mutate-boxes.ts";
import { mutateElements } from "./mutate-elements.ts";

export interface Source {
  name: string;
  bytes: Buffer;
}

export interface CampaignOptions {
  sources: readonly Source[];
  seed: number;
  /** The campaign ends at whichever limit is reached first. */
  maxMutants: number;
  maxSeconds: number;
  /** Every n-th mutant is imported; the index of each is read. */
  importEvery: number;
  /** Every n-th mutant that an import accepts is rendered. */
  renderEvery: number;
  /** Only this mutant; null: all. */
  only: number | null;
  /** Folder for files with findings; null: they are not kept. */
  keepIn: string | null;
  onProgress?: (report: Report) => void;
}

export interface Finding {
  mutant: number;
  source: string;
  changes: readonly string[];
  what: string;
}

export interface Report {
  mutants: number;
  /** Counts of the results of each stage. */
  index: Record<string, number>;
  imports: Record<string, number>;
  renders: Record<string, number>;
  findings: Finding[];
  /** Accepted files for which two readers report different durations. */
  disagreements: Finding[];
  seconds: number;
  /** Growth of resident memory since the first tenth of the mutants. */
  memoryGrowthBytes: number;
}

/** Processes that read files within limits. */
interface Readers {
  index: LimitedProcess<"read" | "unreadable">;
  length: LimitedProcess<number | null>;
}

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

const isMatroska = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === 0x1a45dfa3;

/** The mutant of a number; the same for the same sources, seed and number. */
export const mutantOf = (
  sources: readonly Source[],
  seed: number,
  number: number,
): Mutant & { source: Source } => {
  const random = seededRandom(seed * 1_000_003 + number);
  const source = random.pick(sources);
  const mutate = isMatroska(source.bytes) ? mutateElements : mutateBoxes;
  return { ...mutate(source.bytes, random), source };
};

const keyOf = (outcome: Outcome): string => (outcome.kind === "rejected" ? outcome.name : outcome.kind);

/** Passes mutants of the sources to the index reader, the import and the renderer, and returns the findings. */
export const runCampaign = async (options: CampaignOptions): Promise<Report> => {
  const report: Report = {
    ...{ mutants: 0, index: {}, imports: {}, renders: {}, findings: [], disagreements: [] },
    ...{ seconds: 0, memoryGrowthBytes: 0 },
  };
  const startedMs = Date.now();
  const readers: Readers = {
    index: openProcess("./index-worker.ts"),
    length: openProcess("./length-worker.ts"),
  };
  let firstBytes: number | null = null;
  try {
    for (let number = options.only ?? 0; number < options.maxMutants; number += 1) {
      if (report.seconds > options.maxSeconds) break;
      await examine(number, options, readers, report);
      report.mutants += 1;
      report.seconds = (Date.now() - startedMs) / 1000;
      if (report.mutants >= options.maxMutants / 10) firstBytes ??= process.memoryUsage.rss();
      report.memoryGrowthBytes = process.memoryUsage.rss() - (firstBytes ?? process.memoryUsage.rss());
      options.onProgress?.(report);
      if (options.only !== null) break;
    }
  } finally {
    readers.index.close();
    readers.length.close();
  }
  const endBytes = process.memoryUsage.rss();
  report.memoryGrowthBytes = endBytes - (firstBytes ?? endBytes);
  return report;
};

const examine = async (
  number: number,
  options: CampaignOptions,
  readers: Readers,
  report: Report,
): Promise<void> => {
  const { bytes, changes, source } = mutantOf(options.sources, options.seed, number);
  const note = (list: Finding[], what: string): void => {
    list.push({ mutant: number, source: source.name, changes, what });
    if (options.keepIn === null) return;
    mkdirSync(options.keepIn, { recursive: true });
    const path = join(options.keepIn, `${options.seed}-${number}${extname(source.name)}`);
    writeFileSync(path, bytes);
  };
  if (bytes.length < 16) return;
  if (!isMatroska(source.bytes)) {
    const outcome = await readers.index.send(bytes);
    count(report.index, outcome);
    if (outcome === "hang" || outcome === "crash") note(report.findings, `index: ${outcome}`);
  }
  if (options.only === null && number % options.importEvery !== 0) return;
  const imported = await importFile(bytes);
  count(report.imports, keyOf(imported));
  if (imported.kind === "finding") note(report.findings, imported.what);
  if (imported.kind !== "accepted") return;
  const isRendered =
    options.only !== null || ((report.imports.accepted ?? 0) - 1) % options.renderEvery === 0;
  await withScratchFolder("fuzz", async (folder) => {
    const path = join(folder, `source${extname(source.name)}`);
    await writeFile(path, bytes);
    const difference = await lengthContradiction(path, imported.media, readers.length);
    if (difference !== null) note(report.disagreements, difference);
    if (!isRendered) return;
    const rendered = await renderFile(path, imported.media, folder);
    count(report.renders, keyOf(rendered));
    if (rendered.kind === "finding") note(report.findings, rendered.what);
  });
};
