import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { liveThrough, someRounds } from "../../../fakes/money-lives.ts";
import { onBothRecords } from "./store-suites.ts";

onBothRecords((records, clock) => {
  test("money adds up whatever happens at once", async () => {
    const many = fc.sample(someRounds, { numRuns: 12, seed: 52 });
    for (const rounds of many) expect(await liveThrough(rounds, records(), clock())).toEqual([]);
  });
});
