import { expect, test } from "@jest/globals";
import { runCampaign } from "../../fuzz/campaign.ts";
import { defaultSources } from "../../fuzz/sources.ts";

test("mutated media files neither crash nor hang, and outputs agree with a second reader", async () => {
  const report = await runCampaign({
    sources: await defaultSources(),
    seed: 20,
    maxMutants: 400,
    maxSeconds: 120,
    importEvery: 40,
    renderEvery: 3,
    only: null,
    keepIn: null,
  });
  expect(report.findings).toEqual([]);
  expect(report.mutants).toBe(400);
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  expect(sum(report.imports)).toBe(10);
  expect(report.renders.completed).toBeGreaterThan(0);
});
