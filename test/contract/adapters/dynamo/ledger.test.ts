import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { liveThrough, someRounds } from "../../../fakes/money-lives.ts";
import { onBothRecords } from "./store-suites.ts";

onBothRecords((records, clock) => {
  test("balances match the ledger after any concurrent operations", async () => {
    const many = fc.sample(someRounds, { numRuns: 12, seed: 52 });
    for (const rounds of many) expect(await liveThrough(rounds, records(), clock())).toEqual([]);
  });
});
