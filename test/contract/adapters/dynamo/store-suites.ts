import { afterAll, beforeAll, beforeEach, describe } from "@jest/globals";
import { createdAt } from "../../../fakes/builders.ts";
import { createMemoryRecords, type Records } from "../../../fakes/records.ts";
import { type Engine, startEngine } from "../../local/engine/engine.ts";
import { createDynamoRecords } from "./dynamo-stores.ts";

/** A clock that advances only when a test moves it. */
export interface Clock {
  now: () => Date;
  advance: (milliseconds: number) => void;
}

export const createClock = (start = createdAt): Clock => {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
};

/** Runs a suite on the in-memory fake and on the real stores; each test has separate, empty records. */
export const onBothRecords = (suite: (records: () => Records, clock: () => Clock) => void): void => {
  let clock: Clock;
  let records: Records;

  describe("in memory", () => {
    beforeEach(() => {
      clock = createClock();
      records = createMemoryRecords(clock);
    });
    suite(
      () => records,
      () => clock,
    );
  });

  describe("in DynamoDB", () => {
    let engine: Engine;
    let tables = 0;
    beforeAll(async () => {
      engine = await startEngine();
    });
    afterAll(async () => {
      await engine.stop();
    });
    beforeEach(async () => {
      clock = createClock();
      tables += 1;
      records = await createDynamoRecords(engine.dynamo(), `records-${tables}`, clock);
    });
    suite(
      () => records,
      () => clock,
    );
  });
};
