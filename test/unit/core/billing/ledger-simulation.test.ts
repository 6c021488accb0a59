import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createdAt } from "../../../fakes/builders.ts";
import { simulateTasks, someRounds } from "../../../fakes/ledger-simulation.ts";
import { createMemoryRecords, type Records } from "../../../fakes/records.ts";

/** Ports whose calls yield to others for a random time, so that concurrent calls interleave in all ways. */
const mixing = <T extends object>(ports: T, random: () => number): T =>
  new Proxy(ports, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member === "object" && member !== null) return mixing(member, random);
      if (typeof member !== "function") return member;
      return async (...given: unknown[]) => {
        for (let turns = Math.floor(random() * 8); turns > 0; turns -= 1) await Promise.resolve();
        return member.apply(target, given);
      };
    },
  });

const seeded = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

test("the ledger is consistent after any concurrent creations, retries, expiries, completions and failures", async () => {
  await fc.assert(
    fc.asyncProperty(someRounds, fc.nat(), async (rounds, seed) => {
      let time = Date.parse(createdAt);
      const now = (): Date => new Date(time);
      const advance = (milliseconds: number): void => {
        time += milliseconds;
      };
      const records: Records = createMemoryRecords({ now });
      expect(await simulateTasks(rounds, mixing(records, seeded(seed)), { now, advance })).toEqual([]);
    }),
    { numRuns: 200 },
  );
}, 120_000);
