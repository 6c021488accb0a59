import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { simulateTasks, someRounds } from "../../../fakes/ledger-simulation.ts";
import { onBothRecords } from "./store-suites.ts";

onBothRecords((records, clock) => {
  test("balances match the ledger after any concurrent operations", async () => {
    const many = fc.sample(someRounds, { numRuns: 12, seed: 52 });
    for (const rounds of many) expect(await simulateTasks(rounds, records(), clock())).toEqual([]);
  });
});
