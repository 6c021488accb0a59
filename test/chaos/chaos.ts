import { countOf, toolOptions } from "../../adapters/tool-options.ts";
import { runChaos, usualRates } from "./campaign.ts";

const usage = `Disturbs a service on this machine while clients use it: AWS calls that are throttled, fail or succeed without a response,
functions that run twice, late, with a wrong clock or crash, lost objects, killed workers, workers whose disk is full (Linux), shortages
of vCPUs and a killed AWS engine. Then lets it settle and checks that every task
has ended, that money is right and that no webhook is missing. Exit code 1 when something is wrong.

  npm run chaos -- [--minutes N] [--seed N] [--concurrency N] [--keep] [--json]

--keep keeps the data folder of the service, with its logs.`;
const { values } = toolOptions(usage, {
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    concurrency: { type: "string", default: "4" },
    keep: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const report = await runChaos({
  seed: countOf("seed", values.seed),
  seconds: 60 * countOf("minutes", values.minutes),
  concurrency: countOf("concurrency", values.concurrency),
  rates: usualRates,
  killSeconds: 10,
  uploadServerKillSeconds: 60,
  engineKillSeconds: 120,
  fullDiskSeconds: 15,
  shortageSeconds: 60,
  settleSeconds: 300,
  keepsData: values.keep,
  log: (line) => {
    if (!values.json) console.log(line);
  },
});

const ends = Object.groupBy(report.tasks, ({ end }) => end);
const summary = {
  tasks: report.tasks.length,
  ends: Object.fromEntries(Object.entries(ends).map(([end, tasks]) => [end, tasks.length])),
  kills: report.kills,
  fullDisks: report.fullDisks,
  withoutCapacity: report.withoutCapacity,
  faults: Object.values(report.injected).reduce((sum, each) => sum + each, 0),
  places: Object.keys(report.injected).length,
};
if (values.json) console.log(JSON.stringify({ ...summary, ...report }));
else {
  console.log(summary);
  for (const problem of report.problems) console.log(problem);
  if (values.keep) console.log(report.dataDir);
}
process.exitCode = report.problems.length === 0 ? 0 : 1;
