import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { quantities, quantityNames } from "../core/capacity/simulation/quantities.ts";
import { intervalSeconds } from "../core/capacity/simulation/recorder.ts";
import { type DayResult, simulateLoad } from "../core/capacity/simulation/simulate-load.ts";
import { type Chart, type ChartLine, svgOf } from "./simulation/chart.ts";
import { breakingRows, costLines, unlimited } from "./simulation/scenario.ts";

/**
 * `npm run simulate`: simulates days of 1,000, 100,000 and 1,000,000 captioning tasks, prints the figures of
 * docs/operators/scale.md and draws its charts. Takes some minutes.
 */
const folder = resolve(import.meta.dirname, "../docs/images");
const video = { minutes: 2, peakFactor: 5, whisperShare: 0.2, seed: 1 } as const;
const colors = ["#1f5fbf", "#c05a00", "#2a8a3c", "#7a3fb0", "#9a7d00", "#008080", "#b0306a", "#555555"];

const loads = [
  { tasksPerDay: 1000, name: "1k", limits: [{ vcpus: 6 }, { vcpus: 40 }] },
  { tasksPerDay: 100_000, name: "100k", limits: [{ vcpus: 2000 }, { vcpus: 4000 }] },
  {
    tasksPerDay: 1_000_000,
    name: "1m",
    limits: [{ vcpus: 40_000 }, { vcpus: 40_000, runTasks: 200, transcribeJobs: 2000 }],
  },
] as const;

const curveOf = (label: string, color: string, { intervals }: DayResult): ChartLine => ({
  label,
  color,
  points: intervals.map(({ vcpus }, index) => [(index * intervalSeconds) / 3600, vcpus]),
});

const count = (value: number): string => value.toLocaleString("en-US");

const dayChart = (title: string, curves: readonly ChartLine[]): Chart => {
  const highest = Math.max(...curves.flatMap(({ points }) => points.map(([, value]) => value)));
  return {
    title,
    x: {
      label: "hour of the day (UTC)",
      from: 0,
      to: 24,
      ticks: [0, 4, 8, 12, 16, 20, 24].map((at) => ({ at, label: String(at) })),
    },
    y: {
      label: "vCPUs",
      from: 0,
      to: highest,
      ticks: [0, 0.25, 0.5, 0.75, 1].map((part) => ({
        at: part * highest,
        label: count(Math.round(part * highest)),
      })),
    },
    curves,
  };
};

const quotaChart = (demands: readonly { tasksPerDay: number; demand: DayResult }[]): Chart => ({
  title: "Use in the busiest five minutes, divided by the quota",
  x: {
    label: "tasks a day, of 2 minutes each",
    from: 1000,
    to: 1_000_000,
    isLogarithmic: true,
    ticks: [1000, 10_000, 100_000, 1_000_000].map((at) => ({ at, label: count(at) })),
  },
  y: {
    label: "use / quota",
    from: 0.001,
    to: 10_000,
    isLogarithmic: true,
    ticks: [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000].map((at) => ({ at, label: count(at) })),
  },
  curves: quantityNames.map((name, index) => ({
    label: quantities[name].about.replace("a second", "/ s").replace("a shard of leases", "leases"),
    color: colors[index] ?? "#000000",
    points: demands.map(({ tasksPerDay, demand }) => [
      tasksPerDay,
      demand.peaks[name] / quantities[name].quota,
    ]),
  })),
  limit: { at: 1, label: "quota" },
});

const draw = (file: string, chart: Chart): void => {
  writeFileSync(resolve(folder, file), svgOf(chart));
  console.log(`docs/images/${file}`);
};

const demands = loads.map(({ tasksPerDay }) => ({
  tasksPerDay,
  demand: simulateLoad({ ...video, ...unlimited, tasksPerDay }),
}));
for (const [index, { tasksPerDay, name, limits }] of loads.entries()) {
  const { demand } = demands[index] as (typeof demands)[number];
  console.log(`\n${count(tasksPerDay)} tasks a day`);
  console.table(breakingRows(demand, tasksPerDay));
  const limited = limits.map((own) => {
    const limit = { transcribeJobs: 250, runTasks: 20, ...own };
    const result = simulateLoad({ ...video, tasksPerDay, ...limit });
    const { completed, failed, fallbacks, median, percentile95 } = result;
    console.log({ ...limit, completed, failed, fallbacks, median, percentile95 });
    return { label: `${count(limit.vcpus)} vCPUs, ${limit.runTasks} RunTask / s`, result };
  });
  draw(
    `scale-${name}.svg`,
    dayChart(`${count(tasksPerDay)} tasks a day: vCPUs in use`, [
      curveOf("demand", "#555555", demand),
      ...limited.map(({ label, result }, line) => curveOf(label, colors[line] ?? "#000000", result)),
    ]),
  );
}
console.log("");
draw("scale-quotas.svg", quotaChart(demands));
for (const minutes of [1, 2, 10]) console.log(`\n${costLines(minutes).join("\n")}`);
