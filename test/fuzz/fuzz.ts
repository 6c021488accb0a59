import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { countOf, toolOptions } from "../../adapters/tool-options.ts";
import { type Finding, mutantOf, type Report, runCampaign } from "./campaign.ts";
import { defaultSources } from "./sources.ts";

const usage = `Changes boxes of small media files (sizes, counts, offsets, edit lists, time scales, Matroska elements) and puts the
results through the index reader, the import and the renderer, under the product's own limits. Reports crashes, hangs,
memory growth, and completed outputs that a second reader contradicts; exit code 1 when there are any.

  npm run fuzz:media -- [--seconds N] [--mutants N] [--seed N] [--source FILE]... [--import-every N] [--render-every N]
    [--only NUMBER] [--write FILE] [--keep FOLDER] [--json]

--only repeats one mutant of the seed, with every stage; with --write it is written to a file as well.
Files with findings are kept in .local/fuzz.`;
const { values } = toolOptions(usage, {
  options: {
    seconds: { type: "string", default: "600" },
    mutants: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    source: { type: "string", multiple: true, default: [] },
    "import-every": { type: "string", default: "1" },
    "render-every": { type: "string", default: "5" },
    only: { type: "string" },
    write: { type: "string" },
    keep: { type: "string", default: ".local/fuzz" },
    json: { type: "boolean", default: false },
  },
});

const sources =
  values.source.length > 0
    ? values.source.map((path) => ({ name: basename(path), bytes: readFileSync(path) }))
    : await defaultSources();
const seed = countOf("seed", values.seed);
const only = values.only === undefined ? null : Number(values.only);
if (only !== null && values.write !== undefined)
  writeFileSync(values.write, mutantOf(sources, seed, only).bytes);

const lineOf = ({ mutant, source, changes, what }: Finding): string =>
  `  ${seed}-${mutant} ${source}: ${what}\n    ${changes.join("; ")}`;

let shownSeconds = 0;
const showProgress = (report: Report): void => {
  if (values.json || report.seconds - shownSeconds < 30) return;
  shownSeconds = report.seconds;
  const { mutants, findings, memoryGrowthBytes } = report;
  console.log(
    `${mutants} mutants in ${Math.round(report.seconds)} s, ${findings.length} findings, ` +
      `memory +${Math.round(memoryGrowthBytes / 2 ** 20)} MB`,
  );
};

const report = await runCampaign({
  sources,
  seed,
  maxMutants: countOf("mutants", values.mutants),
  maxSeconds: countOf("seconds", values.seconds),
  importEvery: countOf("import-every", values["import-every"]),
  renderEvery: countOf("render-every", values["render-every"]),
  only,
  keepIn: values.keep,
  onProgress: showProgress,
});

/** More than uncollected garbage. */
const maxGrowthBytes = 300 * 2 ** 20;
const isLeaking = report.memoryGrowthBytes > maxGrowthBytes;
if (values.json) console.log(JSON.stringify(report));
else {
  const { mutants, seconds, index, imports, renders, findings, disagreements } = report;
  console.log(`${mutants} mutants in ${seconds.toFixed(0)} s (seed ${seed})`);
  console.log(JSON.stringify({ index, imports, renders }));
  console.log(
    `Memory: +${Math.round(report.memoryGrowthBytes / 2 ** 20)} MB${isLeaking ? ", too much" : ""}`,
  );
  console.log([`Findings: ${findings.length}`, ...findings.map(lineOf)].join("\n"));
  console.log([`Lengths that differ: ${disagreements.length}`, ...disagreements.map(lineOf)].join("\n"));
}
process.exit(report.findings.length === 0 && !isLeaking ? 0 : 1);
